import { expect, test } from "#server/test.ts";

test("a password manager is led to the form that changes the password", async ({ app }) => {
  const { statusCode, headers } = await app.inject({ url: "/.well-known/change-password" });
  expect([statusCode, headers.location]).toEqual([302, "/notifications/password"]);
});

test("quality: security.txt names the contact of the requested site, and a future end within a year", async ({
  app,
  services,
}) => {
  const { headers, body } = await app.inject({ url: "/.well-known/security.txt", headers: { host: "localhost:3000" } });
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toContain("Contact: mailto:help@rendezvous.invalid\n");
  expect(body).toContain("Canonical: http://localhost:3000/.well-known/security.txt\n");
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? "");
  const days = (expires - services.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
});

test("a browser that asks for favicon.ico gets the icon", async ({ app }) => {
  const { statusCode, headers } = await app.inject({ url: "/favicon.ico" });
  expect([statusCode, headers.location]).toEqual([301, "/icon.svg"]);
  expect((await app.inject({ url: "/icon.svg", headers: { host: "localhost" } })).statusCode).toBe(200);
});
