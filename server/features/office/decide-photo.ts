import type { PhotoRejection } from "#contract/attachments.ts";
import { issueStatement } from "#server/features/moderation/index.ts";
import { approvePhoto, rejectPhoto } from "#server/features/profiles/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { AuditEntry } from "./staff/audit.ts";

/**
 * Approves a photo under inspection, or rejects it with a statement of reasons to its owner (D8.2, D11.2). Undefined if
 * it is not under inspection any more.
 */
export async function decidePhoto(
  ctx: StaffContext,
  { id, verdict }: { id: string; verdict: "approved" | PhotoRejection },
): Promise<AuditEntry | undefined> {
  const subject = `photo:${id}`;
  if (verdict === "approved") {
    const memberId = await approvePhoto(ctx, id);
    return memberId === undefined ? undefined : { action: "photo_approved", memberId, subject };
  }
  const decisionId = ctx.services.random.uuid();
  const everywhere = verdict === "minor";
  const owner = await rejectPhoto(ctx, id, { of: "inspection", everywhere, decisionId });
  if (!owner) return undefined;
  const { siteId, memberId, uploadedAt, suspected } = owner;
  await issueStatement(ctx, {
    siteId,
    memberId,
    source: suspected ? "program" : "own_initiative",
    content: { about: "photo", at: uploadedAt },
    side: "owner",
    decision: "photo_rejected",
    ground: verdict,
    decisionId,
    staffId: ctx.staff.staffId,
  });
  return { action: "photo_rejected", memberId, subject, reason: verdict };
}
