import { expect, onTestFinished, test, vi } from "vitest";
import { Failure, fail } from "./fail.ts";
import { withLockout } from "./lockout.ts";
import { createLimits } from "./rate-limits.ts";

const codeOf = (error: unknown) => (error instanceof Failure ? error.code : error);

test("D3.5 of simultaneous attempts from an address exactly twenty run, and those that were right take no point", async () => {
  const limits = createLimits(undefined);
  let ran = 0;
  const guess = (right: boolean) =>
    withLockout(limits, { address: "::1" }, async () => {
      ran += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return right || fail("login_failed");
    }).catch(codeOf);
  await Promise.all(Array.from({ length: 100 }, () => guess(false)));
  expect(ran).toBe(20);
  await limits.clear("address", "::1");
  for (let count = 1; count <= 19; count += 1) {
    expect([await guess(true), await guess(false)], String(count)).toEqual([true, "login_failed"]);
  }
  expect([await guess(true), await guess(false), await guess(true)]).toEqual([true, "login_blocked", "login_blocked"]);
});

test("D3.5 the last allowed attempt starts the block, and refused attempts neither prolong it nor count", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limits = createLimits(undefined);
  for (let attempt = 1; attempt <= 4; attempt += 1) expect(await limits.recordAttempt("account", "anna")).toBe(0);
  vi.advanceTimersByTime(600_000);
  expect(await limits.recordAttempt("account", "anna")).toBe(0);
  expect(await limits.secondsBlocked("account", "anna")).toBe(900);
  vi.advanceTimersByTime(60_000);
  for (let attempt = 1; attempt <= 3; attempt += 1) expect(await limits.recordAttempt("account", "anna")).toBe(840);
  await limits.revokeAttempt("account", "anna");
  expect(await limits.recordAttempt("account", "anna")).toBe(0);
  // an attempt that was never recorded adds no point
  await limits.revokeAttempt("account", "ben");
  for (let attempt = 1; attempt <= 5; attempt += 1) expect(await limits.recordAttempt("account", "ben")).toBe(0);
  expect(await limits.recordAttempt("account", "ben")).toBeGreaterThan(0);
});
