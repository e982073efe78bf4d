import { allowRejectedPhoto } from "#server/features/profiles/index.ts";
import { issueStatement } from "../decisions/issue-statement.ts";
import { findInForce, markLifted, markTakenBack, saidWhenTakenBack } from "../decisions/store.ts";
import { withdrawWarnings } from "../fraud/warn-contacts.ts";
import { applyLeftMeasures, type LiftContext } from "./apply-measures.ts";
import type { SanctionContext } from "./sanction-member.ts";
import { countAct, type LockedMember, lockMember } from "./store.ts";

type Restored = {
  memberId: string;
  /** The statement of the measure to lift; undefined: all that are in force. */
  decision: string | undefined;
  words: string;
  staffId: string;
  decisionId: string;
  version: number;
};

function isSanctioned(
  { status, muted_until: mutedUntil }: Pick<LockedMember, "status" | "muted_until">,
  now: Date,
): boolean {
  if (status === "deleted") return false;
  return status === "suspended" || status === "banned" || (mutedUntil !== null && mutedUntil > now);
}

async function lift(ctx: LiftContext, member: LockedMember, statements: readonly { id: string }[]): Promise<void> {
  const { db, now, services } = ctx;
  const memberId = member.id;
  await markLifted(db, statements, now);
  await countAct(db, memberId);
  await services.hooks.memberChanged(ctx, memberId, "measures");
  await applyLeftMeasures(ctx, member);
  await services.jobs.add(db, withdrawWarnings, { memberId });
}

/**
 * Lifts with a statement of reasons. Others stay in force. False, with nothing changed, if there is nothing to lift, or
 * if other staff changed the measures since `version`. Runs in the caller's transaction.
 */
export async function restoreMember(
  ctx: SanctionContext,
  { memberId, decision, version, ...stated }: Restored,
): Promise<boolean> {
  const { db, now } = ctx;
  const member = await lockMember(db, memberId);
  if (!member || version !== member.sanction_version) return false;
  const standing = await findInForce(db, memberId, now);
  if (standing.length === 0 && !isSanctioned(member, now)) return false;
  const lifted = decision === undefined ? standing : standing.filter(({ id }) => id === decision);
  if (decision !== undefined && lifted.length === 0) return false;
  await lift(ctx, member, lifted);
  const statement = { side: "owner", decision: "restored", ground: null, source: null } as const;
  await issueStatement(ctx, { ...stated, ...statement, siteId: member.site_id, memberId });
  return true;
}

/**
 * Takes back a warning, or the rejection of a photo, a recording or a text, with a statement of reasons: a photo can
 * be uploaded again. Answers what the member reads. Undefined, with nothing changed, if it can't be taken back, or if
 * other staff acted since `version`. Runs in the caller's transaction.
 */
export async function takeDecisionBack(
  ctx: SanctionContext,
  { memberId, decision, version, ...stated }: Restored & { decision: string },
): Promise<(typeof saidWhenTakenBack)[keyof typeof saidWhenTakenBack] | undefined> {
  const { db, now } = ctx;
  const member = await lockMember(db, memberId);
  if (!member || version !== member.sanction_version) return undefined;
  const takenBack = await markTakenBack(db, { memberId, id: decision, now });
  if (!takenBack) return undefined;
  const told = saidWhenTakenBack[takenBack.decision];
  if (told === "rejection_withdrawn") await allowRejectedPhoto(db, takenBack.decision_id, now);
  await countAct(db, memberId);
  const statement = { side: "owner", decision: told, ground: null, source: null } as const;
  await issueStatement(ctx, { ...stated, ...statement, siteId: member.site_id, memberId });
  return told;
}

/** Lifts one measure after an upheld objection; the answer to the objection notifies the member. */
export async function liftSanction(
  ctx: LiftContext,
  { memberId, statement }: { memberId: string; statement: string },
): Promise<void> {
  const { db, now } = ctx;
  const member = await lockMember(db, memberId);
  const standing = await findInForce(db, memberId, now);
  const lifted = standing.filter(({ id }) => id === statement);
  if (!member || lifted.length === 0) return;
  await lift(ctx, member, lifted);
}
