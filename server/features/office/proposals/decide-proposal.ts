import type { StaffContext } from "#server/http/handle.ts";
import type { AuditEntry } from "../staff/audit.ts";
import type { CarryOut } from "./propose.ts";
import { lockProposal, type ProposalKind, settleProposal } from "./store.ts";

type Decision = { id: string; verdict: "confirmed" | "declined" };

/**
 * Confirms what another person proposed, which is then done, or declines it. Undefined if it does not wait any more, or
 * is the caller's own. If it can't be done any more, throws what doing it throws, and it keeps waiting.
 */
export async function decideProposal(
  ctx: StaffContext,
  { id, verdict }: Decision,
  carryOut: Record<ProposalKind, CarryOut>,
): Promise<readonly AuditEntry[] | undefined> {
  const { db, now, staff } = ctx;
  const proposal = await lockProposal(db, id, now);
  if (!proposal || proposal.staff_id === staff.staffId) return undefined;
  const { kind, member_id: memberId } = proposal;
  await settleProposal(db, id, { state: verdict, staffId: staff.staffId, now });
  const done = verdict === "confirmed" ? [await carryOut[kind](ctx, proposal)].flat() : [];
  return [...done, { action: `proposal_${verdict}`, memberId, subject: `proposal:${id}`, detail: { kind } }];
}
