import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSandboxWebhook, signedHeaders } from "./webhook.ts";

const key = randomBytes(32);
const now = new Date("2026-11-20T12:00:00Z");
const rawBody = '{"id":"sb_1"}';
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const genuine = () => ({ headers: signedHeaders(key, rawBody, now), rawBody });
const signature = String(genuine().headers["sandbox-signature"]);

describe("D7.4 a webhook of the sandbox", () => {
  test("is read while it is fresh", () => {
    for (const seconds of [-299, 0, 299]) expect(readSandboxWebhook(key, genuine(), later(seconds))).toBe("sb_1");
  });

  test.each([-301, 301, 86_400])("is refused %d seconds away from its time", (seconds) => {
    expect(readSandboxWebhook(key, genuine(), later(seconds))).toBeNull();
  });

  test.each(['{"id":"sb_2"}', '{"id": "sb_1"}', '{"id":"sb_1"} ', ""])(
    "is refused with its body altered to %j",
    (altered) => {
      expect(readSandboxWebhook(key, { ...genuine(), rawBody: altered }, now)).toBeNull();
    },
  );

  test("is refused when its time is made younger", () => {
    const headers = { "sandbox-signature": signature.replace(/t=\d+/, `t=${later(300).getTime() / 1000}`) };
    expect(readSandboxWebhook(key, { headers, rawBody }, later(301))).toBeNull();
  });

  test("is refused when signed with another key", () => {
    const headers = signedHeaders(randomBytes(32), rawBody, now);
    expect(readSandboxWebhook(key, { headers, rawBody }, now)).toBeNull();
  });

  test.each([
    undefined,
    "",
    "t=,v1=",
    signature.split(",")[0],
    `${signature}00`,
    signature.slice(0, -1),
    `${signature},${signature}`,
    signature.replace("v1", "v0"),
  ])("is refused with the signature %j", (header) => {
    expect(readSandboxWebhook(key, { headers: { "sandbox-signature": header }, rawBody }, now)).toBeNull();
  });

  test("has no reference if a genuine one has no id", () => {
    for (const body of ["{}", '{"id":1}', "null", "[]"]) {
      expect(readSandboxWebhook(key, { headers: signedHeaders(key, body, now), rawBody: body }, now)).toBeNull();
    }
  });

  test("never throws, whatever the header and the body are", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (header, body) => {
        expect(readSandboxWebhook(key, { headers: { "sandbox-signature": header }, rawBody: body }, now)).toBeNull();
      }),
    );
  });
});
