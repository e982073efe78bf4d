import type { FieldCode } from "#contract/errors.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { withMutex } from "./mutex.ts";
import { checkPassword, dummyHash } from "./passwords.ts";
import { findPasswordHash } from "./store.ts";

/**
 * Checks the member's password again, before actions that a stolen session must not do (D3.4). Wrong passwords are
 * counted for the account. Throws `invalid_input` with `wrong`, or `login_blocked`.
 */
export async function requirePassword(
  ctx: MemberContext,
  password: string,
  wrong: Record<string, FieldCode> = { password: "not_your_password" },
): Promise<void> {
  const { limits } = ctx.services;
  const who = `again:${ctx.viewer.memberId}`;
  const assertNotBlocked = (seconds: number) => {
    if (seconds > 0) throw fail("login_blocked", { retryAfter: seconds });
  };
  await withMutex(who, async () => {
    assertNotBlocked(await limits.blocked("account", who));
    const hash = (await findPasswordHash(ctx.db, ctx.viewer.memberId)) ?? dummyHash;
    if (await checkPassword(password, hash)) return await limits.clear("account", who);
    assertNotBlocked(await limits.add("account", who));
    throw failFields(wrong);
  });
}
