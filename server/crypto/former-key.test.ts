import { expect, test } from "vitest";
import { readUnsubscribeToken, unsubscribeToken } from "#server/features/notifications/unsubscribe-token.ts";
import { seal, unseal } from "./seal.ts";

const config = { secret: "a secret for tests only, long enough" };
const account = "0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11";

test("R4.08 an unsubscribe link from before the keys came from HKDF still works", () => {
  const former = "DQ59XosPSlKdOw5vTxwqEQAo5hbW9agvInob1o7LzM34";
  const kind = "message";
  expect(unsubscribeToken(config.secret, account, kind)).not.toBe(former);
  expect(readUnsubscribeToken(config.secret, former)).toEqual({ accountId: account, kind });
});

test("an authenticator's secret that was sealed before the keys came from HKDF is still read", () => {
  const purpose = { use: "staff-totp", owner: "anna" } as const;
  const content = Buffer.from("twenty bytes, secret");
  const former = Buffer.from("AAECAwQFBgcICQoLBc+rrhGecXnPGFwZuYrSWICusrqexLvpNO+DD8D1Y4qUK28M", "base64");
  for (const sealed of [former, seal(config, purpose, content)]) {
    expect(Buffer.from(unseal(config, purpose, sealed))).toEqual(content);
    expect(() => unseal(config, { ...purpose, owner: "eva" }, sealed)).toThrow();
  }
});
