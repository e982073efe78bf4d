import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { logIn } from "#contract/auth.ts";
import { sendMessage } from "#contract/chat.ts";
import { makeMember } from "#demo/factories.ts";
import { signedUp } from "#server/features/account/test-signup.ts";
import { createApp, type ExtraRoutes } from "./app.ts";
import { testServices } from "./db/test-database.ts";
import { TestClient } from "./http/test-client.ts";
import { createLog, describeError, redact } from "./log.ts";

const secrets = {
  email: "quietmarker@example.org",
  password: "hushmarker hushmarker hush",
  message: "whispermarker, only for you",
  iban: "NL91ABNA0417164300",
  value: "valuemarker",
};

test("D12.3 at the finest level the log has no address, password, message, token or IBAN, also if calls fail", async () => {
  const lines: string[] = [];
  const { services: given, siteIds, close } = await testServices();
  const services = { ...given, log: createLog("trace", { write: (line) => void lines.push(line) }) };
  const { db } = services;
  const failures: ExtraRoutes = async (app) => {
    const fail = (path: string, run: () => Promise<unknown>) => app.get(`/api/${path}.php`, run);
    fail("wrong-value", () => sql`select ${secrets.value}::text::int`.execute(db));
    fail("second-address", () => sql`insert into accounts select (a).* from (select a from accounts a) x`.execute(db));
    fail("bounce", async () => {
      throw new Error(`550 5.1.1 <${secrets.email}>: no such user; pay to ${secrets.iban}, +31 6 1234 5678`);
    });
    fail("url", async () => {
      throw new TypeError("Failed to parse URL from https://town:wordmarker@example.org/x?token=tokenmarker");
    });
  };
  const app = await createApp(services, [failures]);
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  const { client, id } = await signedUp(
    { app, services },
    { name: "Quiet", email: secrets.email, password: secrets.password },
  );
  const other = await makeMember(services, { siteId: siteIds[0] ?? 0 });
  await client.call(sendMessage, { body: { member: other.id, text: secrets.message } });
  const stranger = new TestClient(app);
  await stranger.call(logIn, { body: { login: secrets.email, password: `${secrets.password}!` } });
  for (const path of ["wrong-value", "second-address", "bounce", "url"]) {
    const { statusCode } = await app.inject({
      url: `/api/${path}.php?text=${secrets.value}`,
      headers: { host: "localhost" },
    });
    expect(statusCode).toBe(500);
  }
  services.log.info({ account: id }, "an id");

  const text = lines.join("");
  expect(lines.filter((line) => line.includes("unexpected error"))).toHaveLength(4);
  expect(text).toContain(id);
  expect(text).toContain("accounts_pkey");
  const session = client.cookies.get("auth") ?? "";
  expect(session.length).toBeGreaterThan(20);
  for (const secret of [...Object.values(secrets), session, "wordmarker", "tokenmarker", "1234 5678"]) {
    expect(text).not.toContain(secret);
  }
});

test.each([
  ['{"msg":"to <anna@example.org>, ben.b+x@mail.example.co.uk"}', '{"msg":"to <[address]>, [address]"}'],
  ["cookie: auth=abc; other=1", "cookie: [secret]; other=1"],
  [`got rv_${"0a".repeat(16)}_${"-".repeat(43)}, refused`, `got rv_${"0a".repeat(16)}_[secret], refused`],
  ["IBAN DE89 3704 0044 0532 0130 00 of", "IBAN [iban] of"],
  ["call +49 (151) 2345-6789 now", "call [phone] now"],
  ["at file:///app/node_modules/@fastify/sse/index.js:12:3", "at file:///app/node_modules/@fastify/sse/index.js:12:3"],
  ['{"time":1763661600000,"account":"0b6f3a54-8d3c-4f43-9b7e-5f8f3f0d8a11"}', undefined],
])("D12.3 a line of the log without what is personal: %s", (line, expected = line) => {
  expect(redact(line)).toBe(expected);
});

test("D12.3 an error about a value keeps where it happened, and not the value", () => {
  const error = Object.assign(new Error('invalid input syntax for type integer: "valuemarker"'), { code: "22P02" });
  expect(JSON.stringify(describeError(error))).not.toContain("valuemarker");
  expect(describeError(error).stack).toContain("log.test.ts");
});

test("quality: a very long word is read in a time that grows with its length, not with the square", () => {
  const word = "a".repeat(500_000);
  expect(redact(`${word} anna@example.org ${word}`)).toBe(`${word} [address] ${word}`);
});
