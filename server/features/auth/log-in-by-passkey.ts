import type { UsedCredential } from "#contract/passkeys.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { withLockout } from "#server/http/lockout.ts";
import { assertNotBarred } from "./assert-not-barred.ts";
import { deletedAccountError } from "./deleted-account-error.ts";
import type { Access } from "./log-in.ts";
import { findAccount } from "./passkey-store.ts";
import { verifyPasskey } from "./verify-passkey.ts";

/**
 * Checks a login by passkey; returns the account. Failures are counted for the caller's IP address, as with a
 * password (D3.5). Throws `passkey_login_failed`, `passkey_unknown`, `login_blocked` with the minutes, or, for a
 * deleted account, `account_deleted` with the date until which it can be restored (D3.9), and what `assertNotBarred`
 * throws.
 */
export async function logInByPasskey(ctx: Context, response: UsedCredential): Promise<Access> {
  return await withLockout(ctx.services.limits, { address: ctx.ip }, async () => {
    const verified = await verifyPasskey(ctx, "member", response);
    const account = "ownerId" in verified ? await findAccount(ctx.db, ctx.site.id, verified.ownerId) : undefined;
    const deletedError = account?.deleted_at ? deletedAccountError(ctx, account.deleted_at) : undefined;
    if (deletedError) throw deletedError;
    if ("ownerId" in verified && account && !account.deleted_at) {
      await assertNotBarred(ctx, account);
      return { id: account.id, epoch: verified.epoch };
    }
    return fail("refused" in verified ? verified.refused : "passkey_login_failed");
  });
}
