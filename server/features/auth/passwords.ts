import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { dictionary } from "@zxcvbn-ts/language-common";
import pLimit from "p-limit";
import type { FieldCode } from "#contract/errors.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { withLockout } from "#server/http/lockout.ts";
import { findPasswordHash } from "./accounts-store.ts";

const argon2Async = promisify(argon2);

/** Each process hashes one password at a time, because that keeps a core busy: forty a second are enough. */
const limit = pLimit(1);
const maxWaiting = 200;

async function derive(parameters: Parameters<typeof argon2>[1]): Promise<Buffer> {
  if (limit.pendingCount >= maxWaiting) throw fail("unavailable", { retryAfter: 10 });
  return await limit(() => argon2Async("argon2id", parameters));
}

const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** argon2id with OWASP's parameters (D3.3), as a PHC string `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive({ message: Buffer.from(password.normalize("NFKC")), nonce, ...parameters });
  const { memory, passes, parallelism } = parameters;
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`;
}

/** A hash that no password has. Checking a password against it takes as long as against a real hash. */
export const dummyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export async function checkPassword(password: string, phc: string): Promise<boolean> {
  const [, , , options = "", salt = "", hash = ""] = phc.split("$");
  const numbers = Object.fromEntries(options.split(",").map((part) => part.split("=")));
  const expected = Buffer.from(hash, "base64");
  const actual = await derive({
    message: Buffer.from(password.normalize("NFKC")),
    nonce: Buffer.from(salt, "base64"),
    memory: Number(numbers.m),
    passes: Number(numbers.t),
    parallelism: Number(numbers.p),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const common = new Set<string>(dictionary["passwords-common"].map((word) => String(word).toLowerCase()));
for (const word of ["rendezvous", "rendezvous1", "password", "passwort", "wachtwoord"]) common.add(word);

/** Whether a password is one of the most common ones. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/** Checks the member's password again, and counts wrong ones for the account; returns the hash. */
export async function requirePassword(
  ctx: MemberContext,
  password: string,
  wrong: Record<string, FieldCode> = { password: "not_your_password" },
): Promise<string> {
  const { memberId } = ctx.viewer;
  return await withLockout(ctx.services.limits, { account: `again:${memberId}` }, async () => {
    const hash = (await findPasswordHash(ctx.db, memberId)) ?? dummyHash;
    return (await checkPassword(password, hash)) ? hash : failFields(wrong);
  });
}
