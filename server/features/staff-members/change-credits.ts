import type { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import type * as contract from "#contract/staff-members.ts";
import { book } from "#server/features/credits/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import type { Logged } from "#server/features/staff/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { insertChange, lockChange, lockWalletOf, settleChange, sumAlone } from "./money-store.ts";

/**
 * Gives a member credits, or takes some (D7.1). One person may do so up to the site's limit a day; above, it waits for
 * a second one. Throws `profile_not_found`, `not_enough_credits`.
 */
export async function changeCredits(
  ctx: StaffContext,
  { id: memberId, amount, reason }: z.output<typeof contract.changeCredits.body>,
): Promise<Logged<{ booked: boolean }>> {
  const { db, now, staff } = ctx;
  const { staffId } = staff;
  const siteId = await lockWalletOf(db, memberId);
  if (siteId === undefined) throw fail("profile_not_found");
  const { site } = await siteAndCompany(db, siteId);
  const alone = await sumAlone(db, { memberId, staffId, since: new Date(now.getTime() - dayMs) });
  const state = alone + Math.abs(amount) > site.settings.staff_credits ? "waiting" : "booked";
  const causeId = await insertChange(db, { siteId, memberId, amount, reason, state, staffId, now });
  if (state === "booked") await book(db, { memberId, siteId, amount, cause: "staff", causeId, now });
  const action = state === "booked" ? "credits_changed" : "credits_asked";
  const log = { action, memberId, subject: `credits:${causeId}`, reason, detail: { amount } };
  return { answer: { booked: state === "booked" }, log };
}

/**
 * Books what another person wants to give or take, or refuses it. Throws `staff_item_gone` if it does not wait any
 * more, or is the caller's own; `not_enough_credits`.
 */
export async function decideCredits(
  { db, now, staff }: StaffContext,
  { id, verdict }: z.output<typeof contract.decideCredits.body>,
): Promise<Logged<{ ok: boolean }>> {
  const { staffId } = staff;
  const change = await lockChange(db, id);
  if (!change || change.staff_id === staffId) throw fail("staff_item_gone");
  const { member_id: memberId, site_id: siteId, amount } = change;
  const state = verdict === "confirmed" ? "booked" : "refused";
  await settleChange(db, id, { state, staffId, now });
  if (state === "booked") await book(db, { memberId, siteId, amount, cause: "staff", causeId: id, now });
  const log = { action: `credits_${verdict}`, memberId, subject: `credits:${id}`, detail: { amount } };
  return { answer: { ok: true }, log };
}
