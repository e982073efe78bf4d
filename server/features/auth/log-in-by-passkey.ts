import type { UsedCredential } from "#contract/passkeys.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { deletedAccountError } from "./deleted-account-error.ts";
import { findAccount } from "./passkey-store.ts";
import { verifyPasskey } from "./verify-passkey.ts";

/**
 * Logs a member in by a passkey; answers the account. Wrong attempts are counted for the caller's address as those with
 * a password are (D3.5). Throws `passkey_login_failed`, `passkey_unknown`, `login_blocked` with the minutes, or, for the
 * owner of a deleted account, `account_deleted` with the date until which it comes back (D3.9).
 */
export async function logInByPasskey(ctx: Context, response: UsedCredential): Promise<string> {
  const { limits } = ctx.services;
  const refuse = (seconds: number) => {
    if (seconds > 0) throw fail("login_blocked", { retryAfter: seconds });
  };
  refuse(await limits.blocked("address", ctx.ip));
  const found = await verifyPasskey(ctx, "member", response);
  const account = "ownerId" in found ? await findAccount(ctx.db, ctx.site.id, found.ownerId) : undefined;
  const gone = account?.deleted_at ? deletedAccountError(ctx, account.deleted_at) : undefined;
  if (gone) throw gone;
  if (account && !account.deleted_at) return account.id;
  refuse(await limits.add("address", ctx.ip));
  throw fail("refused" in found ? found.refused : "passkey_login_failed");
}
