import type { z } from "zod";
import { timedMeasures } from "#contract/sanctions.ts";
import type * as contract from "#contract/staff-members.ts";
import { restoreMember, sanctionMember } from "#server/features/sanctions/index.ts";
import type { Logged } from "#server/features/staff/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";

type Done = Promise<Logged<{ ok: boolean }>>;

/** Takes a measure from a member's page, once for the state that the caller saw. Throws `staff_item_gone`. */
export async function sanction(
  ctx: StaffContext,
  { id: memberId, measure, days, ...more }: z.output<typeof contract.sanctionMember.body>,
): Done {
  const decisionId = ctx.services.random.uuid();
  const { staffId } = ctx.staff;
  if (!(await sanctionMember(ctx, { ...more, memberId, measure, length: days, staffId, decisionId }))) {
    throw fail("staff_item_gone");
  }
  const detail = { days: timedMeasures.includes(measure) ? days : null };
  return { answer: { ok: true }, log: { action: `member_${measure}`, memberId, reason: more.ground, detail } };
}

/** Lifts the measures that stand against a member. Throws `staff_item_gone`. */
export async function restore(
  ctx: StaffContext,
  { id: memberId, version, words, decision }: z.output<typeof contract.restoreMember.body>,
): Done {
  const decisionId = ctx.services.random.uuid();
  const { staffId } = ctx.staff;
  if (!(await restoreMember(ctx, { memberId, decision, version, words, staffId, decisionId })))
    throw fail("staff_item_gone");
  const log = { action: "member_restored", memberId, ...(decision && { subject: `statement:${decision}` }) };
  return { answer: { ok: true }, log };
}
