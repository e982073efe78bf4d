import type { PhotoRejection } from "#contract/attachments.ts";
import { approveChatPhoto } from "#server/features/chat/index.ts";
import { takeDownChatPhoto, takeDownPhoto } from "#server/features/moderation/index.ts";
import { approvePhoto } from "#server/features/profiles/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { AuditEntry } from "./staff/audit.ts";

type Decided = Promise<AuditEntry | undefined>;
type Verdict = { id: string; verdict: "approved" | PhotoRejection };

const rejectionOf = ({ services, staff }: StaffContext, id: string, ground: PhotoRejection) => ({
  id,
  ground,
  decisionId: services.random.uuid(),
  staffId: staff.staffId,
});

/** Approves a photo under inspection, or rejects it with a statement of reasons to its owner (D8.2, D11.2). */
export async function decidePhoto(ctx: StaffContext, { id, verdict }: Verdict): Decided {
  const isApproved = verdict === "approved";
  const memberId = isApproved
    ? await approvePhoto(ctx, id)
    : await takeDownPhoto(ctx, { ...rejectionOf(ctx, id, verdict), of: "inspection" });
  if (memberId === undefined) return undefined;
  const log = { memberId, subject: `photo:${id}` };
  return isApproved ? { action: "photo_approved", ...log } : { action: "photo_rejected", ...log, reason: verdict };
}

/** The same for a photo in a chat; only the entry of a rejection names its author. */
export async function decideChatPhoto(ctx: StaffContext, { id, verdict }: Verdict): Decided {
  const subject = `chat_photo:${id}`;
  if (verdict === "approved") {
    const isApproved = await approveChatPhoto({ ...ctx.services, db: ctx.db }, id);
    return isApproved ? { action: "chat_photo_approved", subject } : undefined;
  }
  const memberId = await takeDownChatPhoto(ctx, rejectionOf(ctx, id, verdict));
  return memberId === undefined ? undefined : { action: "chat_photo_rejected", memberId, subject, reason: verdict };
}
