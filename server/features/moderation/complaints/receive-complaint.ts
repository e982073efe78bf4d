import type { AnswerOf, InputOf } from "#contract/call.ts";
import type { Complaint, requestBan as requestBanCall, sendComplaint } from "#contract/complaints.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { countUnproven } from "#server/features/mails/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context, Mutating } from "#server/http/handle.ts";
import { signedPath } from "#server/signed-pages.ts";
import { mailBanLink, mailReceipt, mailStaff } from "./complaint-mails.ts";
import { newNumber, senderOf, showComplaint } from "./rules.ts";
import {
  type ComplaintOwner,
  findComplaintMessages,
  findOwnComplaint,
  findSender,
  insertComplaint,
  insertMessage,
  lockOwn,
  reopen,
} from "./store.ts";

/**
 * Stores a complaint with the mail to staff. Only a login makes it an account's: a typed address proves nothing
 * (D11.9). Logged in, it names the account's address, whatever was typed: the answer goes there. The mail with its
 * number goes to the caller's account, or to that of the address, never to a stranger.
 */
export async function receiveComplaint(
  ctx: Context,
  { email: typed, topic = "other", text }: InputOf<typeof sendComplaint>["body"],
): Promise<AnswerOf<typeof sendComplaint>> {
  const { db, services, site, now, viewer } = ctx;
  const number = newNumber(ctx.services);
  const owner = await findSender(
    db,
    site.id,
    viewer ? { memberId: viewer.memberId } : { email: canonicalAddress(typed) },
  );
  const email = viewer && owner ? owner.email : typed;
  const complaint = { number, kind: "complaint", email, text } as const;
  const memberId = viewer?.memberId ?? null;
  const id = await insertComplaint(db, {
    ...complaint,
    topic,
    site_id: site.id,
    member_id: memberId,
    language: ctx.language,
    logged_in: viewer !== null,
    created_at: now,
  });
  await mailStaff(ctx, { ...complaint, memberId, sender: viewer ? "login" : "unproven" });
  const path = viewer ? `/decisions#${id}` : signedPath(services.config, "complaint", id);
  if (owner) await mailReceipt(ctx, owner, number, path);
  return { number, received_at: now.toISOString() };
}

/**
 * A logged-in caller's request concerns their account, whatever address was typed, and staff get it at once. Else, or
 * if the address is not confirmed, it waits until the link that is mailed to it is opened (D10.1).
 */
export async function receiveBanRequest(
  ctx: Context,
  { email: typed, text }: InputOf<typeof requestBanCall>["body"],
): Promise<AnswerOf<typeof requestBanCall>> {
  const { db, site, now, viewer } = ctx;
  const number = newNumber(ctx.services);
  const member = viewer ? await findSender(db, site.id, { memberId: viewer.memberId }) : undefined;
  const email = member?.email ?? canonicalAddress(typed);
  if (email === null) throw failFields({ email: "email_invalid" });
  const proven = member?.confirmed_at ? email : null;
  const request = { number, kind: "ban", email, text } as const;
  const id = await insertComplaint(db, {
    ...request,
    site_id: site.id,
    member_id: member?.id ?? null,
    language: ctx.language,
    logged_in: member !== undefined,
    // the address that it concerns, if its sender is known to own it
    proven_address: proven,
    created_at: now,
  });
  if (member && proven !== null) {
    await mailStaff(ctx, { ...request, memberId: member.id, sender: "login" });
    await mailReceipt(ctx, member, number, "/complaints");
  } else {
    const { to } = await countUnproven(ctx, email, "declaration");
    if (to) await mailBanLink(ctx, to, { id, number });
  }
  return { number, received_at: now.toISOString(), confirm: proven === null };
}

export async function showOwnComplaint({ db, now }: Context, owner: ComplaintOwner, id: string): Promise<Complaint> {
  const complaint = await findOwnComplaint(db, owner, id);
  if (!complaint) throw fail("complaint_not_found");
  return showComplaint(complaint, await findComplaintMessages(db, [id]), now);
}

/** Adds what the sender writes: staff get it again, and a mail. A closed complaint is opened again. */
export async function replyToComplaint(
  ctx: Mutating,
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
