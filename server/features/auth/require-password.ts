import type { FieldCode } from "#contract/errors.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { withLockout } from "#server/http/lockout.ts";
import { checkPassword, dummyHash } from "./passwords.ts";
import { findPasswordHash } from "./store.ts";

/**
 * Checks the member's password again, before actions that a stolen session must not do (D3.4). Wrong passwords are
 * counted for the account. Returns the hash that it was checked against.
 */
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
