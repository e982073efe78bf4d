import { dayMs } from "#contract/durations.ts";
import { withSavepoint } from "#server/db/transaction.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { AuditEntry } from "../staff/audit.ts";
import { insertProposal, type NewProposal, type ProposalRow } from "./store.ts";

/** How long a proposal waits for a second person. */
const waitsMs = 7 * dayMs;

type Proposal = Pick<NewProposal, "kind" | "change" | "reason"> & { siteId: number; memberId?: string };

/** Ends a rehearsal, so that nothing of it stays. */
class Rehearsed extends Error {}

/**
 * Stores what a staff member wants to do until a second one confirms it (D7.1, D11.4). `run` does it once and is rolled
 * back, so that the proposer learns at once what is wrong with it: throws what `run` throws.
 */
export async function propose(
  { db, now, staff }: StaffContext,
  { kind, change, reason, siteId, memberId }: Proposal,
  run: () => Promise<unknown>,
): Promise<AuditEntry> {
  try {
    await withSavepoint(db, async () => {
      await run();
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  const id = await insertProposal(db, {
    site_id: siteId,
    member_id: memberId ?? null,
    kind,
    change,
    reason,
    staff_id: staff.staffId,
    created_at: now,
    expires_at: new Date(now.getTime() + waitsMs),
  });
  const log = { action: `${kind}_proposed`, memberId, subject: `proposal:${id}`, detail: amountOf(change) };
  return { ...log, reason: reason === "" ? null : reason };
}

/** How many credits, or how much money, a proposal is about, for the audit log. */
function amountOf(change: object): AuditEntry["detail"] {
  const amounts = Object.entries(change).filter(([name]) => name === "amount" || name === "currency");
  return Object.fromEntries(amounts);
}

/** A confirmed proposal is carried out in the confirming person's transaction. Throws what a direct change throws. */
export type CarryOut = (ctx: StaffContext, proposal: ProposalRow) => Promise<AuditEntry | readonly AuditEntry[]>;
