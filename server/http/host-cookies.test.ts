import { getUser, signUp } from "#contract/account.ts";
import { logOut } from "#contract/auth.ts";
import { createApp } from "#server/app.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { expect, test } from "#server/test.ts";
import { TestClient } from "./test-client.ts";

test("over TLS the session's cookies can be set by this host only, and cookies without the prefix prove nothing", async ({
  services,
}) => {
  const app = await createApp({ ...services, config: { ...services.config, trustProxy: 1 } });
  const client = new TestClient(app);
  const headers = { "x-forwarded-proto": "https" };
  const form = signupForm({ name: "Sure Host", email: "sure.host@example.org" });
  const answer = await client.call(signUp, { body: form }, { headers });
  const cookies = [answer.headers["set-cookie"]].flat().map(String);
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["__Host-auth", "__Host-device"]);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/.*; HttpOnly; Secure; SameSite=Lax/);
    expect(cookie).not.toContain("Domain");
  }
  expect((await client.call(getUser, {}, { headers })).body.user?.email).toBe(form.email);
  const planted = new TestClient(app);
  planted.cookies.set("auth", client.cookies.get("__Host-auth") ?? "");
  expect((await planted.call(getUser, {}, { headers })).body.user).toBeNull();
  const ended = await client.call(logOut, {}, { headers });
  expect([ended.headers["set-cookie"]].flat().join("\n")).toMatch(/^__Host-auth=;.*; Secure/m);
  await app.close();
});
