import { linkKinds } from "#contract/auth.ts";
import type { Ground } from "#contract/decisions.ts";
import type { Measure } from "#contract/sanctions.ts";
import { findAcquaintances, insertBan } from "#server/features/account/index.ts";
import { endSessions, revokeLinks } from "#server/features/auth/index.ts";
import { issueStatement } from "#server/features/decisions/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import type { Context } from "#server/http/handle.ts";
import { endOf, endOfCurrent, isSanctionable } from "./rules.ts";
import { recordStanding } from "./standing.ts";
import { countAct, type LockedMember, lockMember, setBanned, setMuted, setSuspended } from "./store.ts";

export type SanctionContext = Pick<Context, "db" | "services" | "now" | "emit" | "invalidateSessions">;

export type Sanction = {
  memberId: string;
  measure: Measure;
  /** The length of a mute or a suspension. */
  days: number;
  ground: Ground;
  words: string;
  staffId: string | null;
  decisionId: string;
  reportId?: string | null;
  /** The state that the staff member saw; omitted if the decision does not depend on it. */
  version?: number;
};

/**
 * Takes a measure against a member, with a statement of reasons (D11.2, D11.4). Only this function does. A suspended or
 * banned member is logged out and hidden from all others at once. A ban also blocks the address for new accounts, and
 * keeps the data until the time to object is over. Runs in the caller's transaction. False, with nothing changed, if
 * there is no such member, the account is deleted or banned, or other staff changed the measures since `version`.
 */
export async function sanctionMember(ctx: SanctionContext, sanction: Sanction): Promise<boolean> {
  const { db, now } = ctx;
  const { memberId, measure, days, version, ...stated } = sanction;
  const member = await lockMember(db, memberId);
  if (!member || !isSanctionable(member)) return false;
  if (version !== undefined && version !== member.sanction_version) return false;
  const until = endOf(measure, days, now, version === undefined ? endOfCurrent(member, measure) : null);
  await countAct(db, memberId);
  await ctx.services.jobs.add(db, recordStanding, { id: memberId });
  if (until !== null && measure === "muted") await setMuted(db, memberId, until);
  if (until !== null && measure === "suspended") await setSuspended(db, memberId, until);
  if (measure === "banned") {
    await setBanned(db, memberId, now);
    await insertBan(db, { siteId: member.site_id, email: member.email, complaintId: null, now });
  }
  if (measure === "suspended" || measure === "banned") await endAccess(ctx, member);
  const statement = { siteId: member.site_id, memberId, side: "owner", decision: measure, until } as const;
  await issueStatement(ctx, { ...stated, ...statement });
  return true;
}

/** Hides a member from all others, logs every device out and revokes every link. */
async function endAccess({ db, emit, invalidateSessions }: SanctionContext, { id }: LockedMember): Promise<void> {
  await listProfile(db, id);
  await endSessions({ db, invalidateSessions }, id);
  await revokeLinks(db, id, linkKinds);
  // makes open pages of other members reload; their requests no longer see this member
  for (const other of await findAcquaintances(db, id)) emit(other, { type: "member_hidden", member: id });
}
