import type { Lockable } from "#server/db/locks.ts";
import { rejectVoice } from "#server/features/chat/index.ts";
import { issueStatement, type OfReport, type StaffRejection } from "./issue-statement.ts";
import type { StatementContext } from "./mail-statement.ts";
import { rejectionReason } from "./rules.ts";

/**
 * Rejects a reported voice message, for which its author gets a statement; undefined if it was rejected before, or its
 * chat was deleted. Runs in the caller's transaction.
 */
export async function takeDownVoice(
  ctx: StatementContext & { db: Lockable<"conversations"> },
  { id, ...rejection }: StaffRejection,
  reported: OfReport,
): Promise<string | undefined> {
  const { ground, decisionId } = rejection;
  const reason = rejectionReason(ground);
  const author = await rejectVoice({ ...ctx.services, db: ctx.db }, id, { reason, decisionId });
  if (!author) return undefined;
  await issueStatement(ctx, { ...author, side: "owner", decision: "voice_rejected", ...rejection, ...reported });
  return author.memberId;
}
