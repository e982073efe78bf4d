import type { z } from "zod";
import type { deleteAccount as deleteAccountCall } from "#contract/account.ts";
import { linkKinds } from "#contract/auth.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { endSessions, requirePassword, restorableUntil, revokeLinks } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findAcquaintances, markDeleted } from "./deletion-store.ts";
import { sendReactivation } from "./send-reactivation.ts";

/** A stolen account may be deleted too: whoever reads the mails of its old address can still take it back (D3.4). */
const dropped = linkKinds.filter((kind) => kind !== "mail_undo");

type DeleteAccountInput = z.output<typeof deleteAccountCall.body>;

/**
 * Deletes the caller's account (R2.25, D3.9): gone for everyone else with the commit, every device logged out, every
 * open link worthless but those that bring it back; one goes out by mail. Nothing is lost yet. Answers until when
 * it can come back. Throws `invalid_input` for a wrong password, `login_blocked`.
 */
export async function deleteAccount(ctx: MemberContext, wish: DeleteAccountInput): Promise<Date> {
  await requirePassword(ctx, wish.password);
  const { memberId } = ctx.viewer;
  await inTransaction(ctx.db, async (db) => {
    const account = await markDeleted(db, memberId, { reason: wish.reason, comment: wish.comment, now: ctx.now });
    // in another tab just now
    if (!account) throw fail("authentication_required");
    await listProfile(db, memberId);
    await endSessions({ ...ctx, db }, memberId);
    await ctx.services.hooks.accountDeleted(db, memberId);
    await revokeLinks(db, memberId, dropped);
    await sendReactivation({ ...ctx, db }, account, ctx.now);
  });
  ctx.closeSession();
  // after a restore of the database these lines say who had left meanwhile
  ctx.log.info({ account: memberId }, "account deleted");
  // open pages of others: a nudge, what they ask for after it is without the member already
  for (const other of await findAcquaintances(ctx.db, memberId)) {
    ctx.services.events.publish(other, { type: "member_hidden", member: memberId });
  }
  return restorableUntil(ctx.now);
}
