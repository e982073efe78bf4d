import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Lockable } from "#server/db/locks.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { findInForce, insertStatement, markLifted } from "../decisions/store.ts";
import { applyMeasures } from "./apply-measures.ts";
import { countAct, isBannedByStaff, type LockedMember, lockMember } from "./store.ts";

/** The measures that are in force against a member. */
export const standingSchema = z.object({
  banned: z.boolean(),
  suspended_until: z.coerce.date().nullable(),
  muted_until: z.coerce.date().nullable(),
});
type Standing = z.output<typeof standingSchema>;

export async function standingOf(member: LockedMember): Promise<Standing> {
  const { suspended_until, muted_until } = member;
  return { banned: await isBannedByStaff(member), suspended_until, muted_until };
}

/** Lifts and adds statements as the note says, each without a ground, so that each can be objected to alone. */
async function amendStatements(member: LockedMember, standing: Standing, at: Date): Promise<void> {
  const sanctions = [
    { decision: "banned", is: standing.banned, until: null },
    { decision: "suspended", is: standing.suspended_until !== null, until: standing.suspended_until },
    { decision: "muted", is: standing.muted_until !== null, until: standing.muted_until },
  ];
  const inForce = await findInForce(member.db, member.id, at);
  for (const { decision, is, until } of sanctions) {
    // the note of a ban, or about a deleted account, does not say whether a suspension stands beside it
    if (decision === "suspended" && (standing.banned || member.status === "deleted")) continue;
    const ofKind = inForce.filter((one) => one.decision === decision);
    const end = until?.getTime() ?? 0;
    const lifted = ofKind.filter((one) => !is || (one.until?.getTime() ?? 0) > end);
    await markLifted(member.db, lifted, at);
    if (!is || ofKind.some((one) => (one.until?.getTime() ?? 0) === end)) continue;
    const statement = { site_id: member.site_id, member_id: member.id, decision_id: randomUUID(), side: "owner" };
    await insertStatement(member.db, { ...statement, decision, until, created_at: at });
  }
}

/** After a restore to an earlier moment; mails no statements, as their mails were sent. True if something changed. */
export async function repeatStanding(db: Lockable<"accounts">, memberId: string, standing: Standing, at: Date) {
  const member = await lockMember(db, memberId);
  if (!member || isDeepStrictEqual(standing, await standingOf(member))) return false;
  await countAct(db, memberId);
  await amendStatements(member, standing, at);
  await applyMeasures(member, at);
  if (standing.banned || standing.suspended_until) await endSessions({ db }, memberId);
  return true;
}
