import type { Complaint } from "#contract/complaints.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { mailStaff } from "./complaint-mails.ts";
import { senderOf, showComplaint } from "./rules.ts";
import { type ComplaintOwner, findMessages, findOwn, insertMessage, lockOwn, reopen } from "./store.ts";

export async function showOwnComplaint({ db, now }: Context, owner: ComplaintOwner, id: string): Promise<Complaint> {
  const complaint = await findOwn(db, owner, id);
  if (!complaint) throw fail("complaint_not_found");
  return showComplaint(complaint, await findMessages(db, [id]), now);
}

/**
 * Adds what the sender of a complaint writes: staff get it again, and a mail (R2.01). A closed one is opened again, and
 * waits from now on.
 */
export async function replyToComplaint(
  ctx: Context,
  owner: ComplaintOwner,
  { id, text }: { id: string; text: string },
): Promise<Complaint> {
  const { db, now } = ctx;
  const complaint = await lockOwn(db, owner, id);
  if (!complaint) throw fail("complaint_not_found");
  const { number, kind, email, member_id: memberId } = complaint;
  if (!showComplaint(complaint, [], now).may_reply) throw fail("complaint_over");
  await insertMessage(db, { complaintId: id, memberId, staffId: null, text, now });
  await reopen(db, id, now);
  await mailStaff(ctx, { number, kind, email, memberId, sender: senderOf(complaint), text });
  return await showOwnComplaint(ctx, owner, id);
}
