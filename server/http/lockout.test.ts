import { expect, test } from "vitest";
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
