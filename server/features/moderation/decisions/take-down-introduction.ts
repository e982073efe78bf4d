import type { Lockable } from "#server/db/locks.ts";
import { rejectIntroduction } from "#server/features/profiles/index.ts";
import { issueStatement, type NewStatement, type OfReport, type StaffRejection } from "./issue-statement.ts";
import type { StatementContext } from "./mail-statement.ts";
import { rejectionReason } from "./rules.ts";

/**
 * Rejects a voice introduction, which no member hears any more; its owner gets a statement. Returns the owner;
 * undefined if it is deleted, replaced or rejected already. Runs in the caller's transaction.
 */
export async function takeDownIntroduction(
  ctx: StatementContext & { db: Lockable<"profiles"> },
  { id, ...rejection }: StaffRejection & Pick<NewStatement, "voiceReason">,
  reported?: Omit<OfReport, "content">,
): Promise<string | undefined> {
  const { ground, decisionId } = rejection;
  const reason = rejectionReason(ground);
  const owner = await rejectIntroduction(ctx, id, { reason, decisionId });
  if (!owner) return undefined;
  const { siteId, memberId, recordedAt: at } = owner;
  // people hear each introduction before others do
  const facts = { source: "own_initiative", ...reported, content: { about: "voice", at } } as const;
  const stated = { siteId, memberId, side: "owner", decision: "introduction_rejected", ...rejection } as const;
  await issueStatement(ctx, { ...stated, ...facts });
  return memberId;
}
