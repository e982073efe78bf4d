import type { z } from "zod";
import type { deleteAccount as deleteAccountCall } from "#contract/account.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { allKindsButUndo, lockOwnAccount, requirePassword, restorableUntil } from "#server/features/auth/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { closeAccount } from "./close-account.ts";
import { findAcquaintances } from "./deletion-store.ts";
import { sendReactivation } from "./send-reactivation.ts";

type DeleteAccountInput = z.output<typeof deleteAccountCall.body>;

/**
 * Deletes the caller's account (R2.25, D3.9). The commit hides it from everyone else, logs every device out, revokes
 * every open link except those that restore it, and queues the mail with such a link. No data is erased yet. Returns
 * until when the account can be restored.
 */
export async function deleteAccount(ctx: MemberContext, input: DeleteAccountInput): Promise<Date> {
  await requirePassword(ctx, input.password);
  const { memberId } = ctx.viewer;
  await inTransaction(ctx.db, async (db) => {
    await lockOwnAccount({ ...ctx, db });
    const deletion = { reason: input.reason, comment: input.comment, now: ctx.now };
    const account = await closeAccount({ ...ctx, db }, memberId, deletion, allKindsButUndo);
    // deleted at the same time in another tab
    if (!account) throw fail("authentication_required");
    await sendReactivation({ ...ctx, db }, account, ctx.now);
  });
  ctx.closeSession();
  ctx.log.info({ account: memberId }, "account deleted");
  // makes open pages of other members reload; their requests no longer see this member
  for (const acquaintanceId of await findAcquaintances(ctx.db, ctx.services.pairTables, memberId)) {
    ctx.emit(acquaintanceId, { type: "member_hidden", member: memberId });
  }
  return restorableUntil(ctx.now);
}
