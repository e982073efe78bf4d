import { vi } from "vitest";

/**
 * Vitest's set-up of each test file: hashing a password with the product's parameters fills a core for some 50 ms, and
 * most tests of calls hash some. They do the same with less memory; `passwords.test.ts` tests the product's parameters.
 */
vi.mock("node:crypto", async (importOriginal) => {
  const crypto = await importOriginal<typeof import("node:crypto")>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) =>
    crypto.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done);
  return { ...crypto, argon2 };
});
