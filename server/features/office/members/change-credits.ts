import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import type * as contract from "#contract/staff-members.ts";
import { book } from "#server/features/credits/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { type CarryOut, propose } from "../proposals/propose.ts";
import { lockStaffMember } from "../proposals/store.ts";
import type { AuditEntry, Logged } from "../staff/audit.ts";
import { insertCreditChange, lockWalletOf, sumCreditsAlone } from "./money-store.ts";

type Change = {
  memberId: string;
  amount: number;
  reason: string;
  staffId: string;
  /** The second person; null: none was needed. */
  confirmedBy: string | null;
};

type Wallet = NonNullable<Awaited<ReturnType<typeof lockWalletOf>>>;

/** Gives or takes credits (D7.1); above the site's limit for one person a day it waits for a second one. */
export async function changeCredits(
  ctx: Mutating<StaffContext>,
  { id: memberId, amount, reason }: z.output<typeof contract.changeCredits.body>,
): Promise<Logged<{ booked: boolean }>> {
  const { db, now, staff } = ctx;
  const { staffId } = staff;
  const wallet = await lockWalletOf(await lockStaffMember(db, staffId), memberId);
  if (!wallet) throw fail("profile_not_found");
  const { siteId } = wallet;
  const { site } = await siteAndCompany(db, siteId);
  const alone = await sumCreditsAlone(db, { siteId, staffId, since: new Date(now.getTime() - dayMs) });
  const change = () => bookChange(wallet, now, { memberId, amount, reason, staffId, confirmedBy: null });
  if (alone + Math.abs(amount) <= site.settings.staff_credits) {
    return { answer: { booked: true }, log: await change() };
  }
  const proposal = { kind: "credits" as const, change: { amount }, reason, siteId, memberId };
  return { answer: { booked: false }, log: await propose(ctx, proposal, change) };
}

async function bookChange({ db, siteId }: Wallet, now: Date, change: Change): Promise<AuditEntry> {
  const { memberId, amount, reason, staffId, confirmedBy } = change;
  const causeId = await insertCreditChange(db, {
    site_id: siteId,
    member_id: memberId,
    amount,
    reason,
    state: "booked",
    staff_id: staffId,
    created_at: now,
    decided_by: confirmedBy,
    decided_at: confirmedBy === null ? null : now,
  });
  await book(db, { memberId, siteId, amount, cause: "staff", causeId, now });
  await addUpdate(db, { memberId, kind: amount > 0 ? "credits_given" : "credits_taken", path: "/transactions", now });
  return { action: "credits_changed", memberId, subject: `credits:${causeId}`, reason, detail: { amount } };
}

const proposedCredits = z.object({ amount: z.int() });

export const carryOutCredits: CarryOut = async (ctx, { member_id: memberId, change, reason, staff_id: staffId }) => {
  const wallet = memberId === null ? undefined : await lockWalletOf(ctx.db, memberId);
  if (memberId === null || !wallet) throw fail("staff_item_gone");
  const { amount } = proposedCredits.parse(change);
  return await bookChange(wallet, ctx.now, { memberId, amount, reason, staffId, confirmedBy: ctx.staff.staffId });
};
