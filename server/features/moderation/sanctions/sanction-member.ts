import { type LinkKind, linkKinds } from "#contract/auth.ts";
import type { Ground, StatementSource } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { fraudGrounds } from "#contract/fraud-warnings.ts";
import { type Measure, timedMeasures } from "#contract/sanctions.ts";
import type { Db } from "#server/db/pool.ts";
import { findAcquaintances } from "#server/features/account/index.ts";
import { allKindsButUndo, endSessions, revokeLinks } from "#server/features/auth/index.ts";
import { closeReviewOf } from "#server/features/chat/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { Mutating } from "#server/http/handle.ts";
import { issueStatement } from "../decisions/issue-statement.ts";
import type { StatedContent, StatedMoney } from "../decisions/mail-statement.ts";
import { findInForce, isWarnedOfMisuse, markLifted } from "../decisions/store.ts";
import { warnContacts } from "../fraud/warn-contacts.ts";
import { applyMeasures } from "./apply-measures.ts";
import { countAct, isBannedByStaff, type LockedMember, lockMember } from "./store.ts";

export type SanctionContext = Pick<Mutating, "db" | "services" | "now" | "emit" | "invalidateSessions">;

export type Sanction = {
  memberId: string;
  measure: Measure;
  /** The length of a mute or a suspension in days, or its end. */
  length: number | Date;
  ground: Ground;
  words: string;
  staffId: string | null;
  decisionId: string;
  reportId?: string | null;
  /** How the team came to know; by default by the report that the measure answers, else by an own check. */
  source?: StatementSource;
  /** What was reported, if the measure answers a report. */
  content?: StatedContent;
  /** Whether a ban refunds bought, unspent credits; by default not after a fraud, or another ban. */
  refund?: boolean | undefined;
  /** The state that the staff member saw; omitted if the decision does not depend on it. */
  version?: number;
};

/** `closedReview`: the review of first messages that a ban closed. */
type Taken = { alreadyBanned: boolean; closedReview?: string | undefined };

/**
 * Takes a measure against a member, with a statement of reasons. Only this function does. A suspended or
 * banned member is logged out and hidden from all others at once. A ban also blocks the address for new accounts, and
 * keeps the data until the time to object is over. Runs in the caller's transaction.
 *
 * Without `version` the measure stands beside those in force, even beside a ban: a decision on another report is
 * another decision, and each can be lifted alone. With it the measure replaces those of its kind.
 *
 * `reports_paused` needs an earlier warning: else it throws `invalid_input`.
 *
 * A deleted account can only be banned: it can't be restored then, and is kept as long as any banned one.
 *
 * Undefined, with nothing changed, if there is no such member, or if the account is deleted and the measure is no ban;
 * with `version` also if the member is banned, or other staff changed the measures since.
 */
export async function sanctionMember(ctx: SanctionContext, sanction: Sanction): Promise<Taken | undefined> {
  const { db, now } = ctx;
  const { memberId, measure, length, version, refund, ...stated } = sanction;
  const member = await lockMember(db, memberId);
  if (!member || (member.status === "deleted" && measure !== "banned")) return undefined;
  const alreadyBanned = await isBannedByStaff(member);
  if (measure === "reports_paused") await assertWarned(db, memberId, stated.ground, now);
  if (version !== undefined && (alreadyBanned || version !== member.sanction_version)) return undefined;
  const fraud = fraudGrounds.find((each) => each === stated.ground);
  const money = await settleMoney(ctx, member, { measure, refund: refund ?? !(fraud || alreadyBanned) });
  if (version !== undefined) {
    const standing = await findInForce(db, memberId, now);
    const replaced = standing.filter(({ decision }) => decision === measure);
    await markLifted(db, replaced, now);
  }
  await countAct(db, memberId);
  await ctx.services.hooks.memberChanged(ctx, memberId, "measures");
  const until = endOf(measure, length, now);
  const statement = { siteId: member.site_id, memberId, side: "owner", decision: measure, until } as const;
  const source = stated.source ?? (stated.reportId ? "notice" : "own_initiative");
  await issueStatement(ctx, { ...stated, ...statement, source, money });
  await applyMeasures(member, now);
  if (measure === "banned" && fraud) {
    await ctx.services.jobs.add(db, warnContacts, { memberId, decisionId: stated.decisionId, ground: fraud });
  }
  if (measure === "suspended") await endAccess(ctx, member, allKindsButUndo);
  if (measure !== "banned") return { alreadyBanned };
  await endAccess(ctx, member, linkKinds);
  return { alreadyBanned, closedReview: await closeReviewOf(db, memberId, now) };
}

/** What the mail says about bought, unspent credits: a ban refunds or keeps them, with a pause they can be returned. */
async function settleMoney(
  { services, now }: SanctionContext,
  { db, id }: LockedMember,
  { measure, refund }: { measure: Measure; refund: boolean },
): Promise<StatedMoney | undefined> {
  if (measure === "banned" && refund) {
    return { is: "refunded", sums: await services.hooks.refundUnspent({ db, services, now }, id, "banned") };
  }
  if (!["banned", "suspended", "muted"].includes(measure)) return undefined;
  return { is: measure === "banned" ? "kept" : "returnable", sums: await services.hooks.findUnspent(db, id) };
}

/** When a measure that is taken now ends, after some days or at a moment; null if it has no end. */
function endOf(measure: Measure, length: number | Date, now: Date): Date | null {
  if (!timedMeasures.includes(measure)) return null;
  return length instanceof Date ? length : new Date(now.getTime() + length * dayMs);
}

/** Throws unless the pause is for misuse, after a warning (DSA, article 23(1) and (2)). */
async function assertWarned(db: Db, memberId: string, ground: Ground, now: Date): Promise<void> {
  if (ground !== "misuse") throw failFields({ ground: "unknown_option" });
  if (!(await isWarnedOfMisuse(db, memberId, now))) throw failFields({ measure: "warning_needed" });
}

async function endAccess(
  { services, emit, invalidateSessions }: SanctionContext,
  { db, id }: LockedMember,
  revoked: readonly LinkKind[],
): Promise<void> {
  await endSessions({ db, invalidateSessions }, id);
  await revokeLinks(db, id, revoked);
  // makes open pages of other members reload; their requests no longer see this member
  const acquaintances = await findAcquaintances(db, services.pairTables, id);
  for (const other of acquaintances) emit(other, { type: "member_hidden", member: id });
}
