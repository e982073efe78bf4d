import { expect, test } from "vitest";
import { createSecurityEvents } from "./security-events.ts";

function recorder(secret = "a secret for tests only, long enough") {
  const lines: Record<string, unknown>[] = [];
  const log = { info: (values: object) => void lines.push({ ...values }) };
  return { lines, services: { securityEvents: createSecurityEvents(log as never, secret) } };
}

test("a security event is one line with the account and a keyed hash of the address, never the address", () => {
  const { lines, services } = recorder();
  const address = "203.0.113.9";
  services.securityEvents.record({ kind: "login", outcome: "failed", accountId: "a-1", address });
  expect(lines).toEqual([
    { security: "login", outcome: "failed", account: "a-1", from: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ]);
  const elsewhere = recorder("another secret, which is long enough too");
  elsewhere.services.securityEvents.record({ kind: "login", outcome: "failed", accountId: "a-1", address });
  expect(elsewhere.lines[0]?.from).not.toBe(lines[0]?.from);
});

test("the same event again within a minute is counted, and logged once more with its number", () => {
  const { lines, services } = recorder();
  for (let i = 0; i < 5; i += 1) {
    services.securityEvents.record({ kind: "limit", outcome: "blocked", address: "203.0.113.9", rateClass: "mail" });
  }
  services.securityEvents.record({ kind: "limit", outcome: "blocked", address: "203.0.113.9", rateClass: "read" });
  expect(lines.map((line) => line.class)).toEqual(["mail", "read"]);
  services.securityEvents.flush();
  expect(lines.slice(2).map(({ class: name, times }) => [name, times])).toEqual([["mail", 5]]);
  const { mail, read, write } = Object.fromEntries(services.securityEvents.limited());
  expect({ mail, read, write }).toEqual({ mail: 5, read: 1, write: 0 });
});

test("a flood from many addresses writes a thousand lines a minute at most, and is counted whole", () => {
  const { lines, services } = recorder();
  for (let i = 0; i < 5_000; i += 1) {
    services.securityEvents.record({ kind: "login", outcome: "failed", address: `10.0.${i >> 8}.${i & 255}` });
  }
  services.securityEvents.flush();
  expect(lines.length).toBe(1_001);
  expect(lines.at(-1)).toEqual({ unlogged: 4_000 });
  const failed = services.securityEvents.counts().find((each) => each.kind === "login" && each.outcome === "failed");
  expect(failed?.count).toBe(5_000);
});
