import type { z } from "zod";
import { linkKinds } from "#contract/access.ts";
import type { deleteAccount as deleteAccountCall } from "#contract/privacy.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { revokeLinks } from "#server/features/access/email-links.ts";
import { endSessions } from "#server/features/access/end-sessions.ts";
import { requirePassword } from "#server/features/access/require-password.ts";
import { listProfile } from "#server/features/profiles/list-profile.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { cancelWaiting } from "./download-store.ts";
import { comesBackUntil } from "./rules.ts";
import { sendReactivation } from "./send-reactivation.ts";
import { findAcquaintances, markDeleted } from "./store.ts";

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
    await cancelWaiting(db, memberId);
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
  return comesBackUntil(ctx.now);
}
