import { linkKinds } from "#contract/auth.ts";
import type { Measure } from "#contract/sanctions.ts";
import type { Lockable } from "#server/db/locks.ts";
import { closeAccount, deleteBan, insertBan, isBannedByRequest } from "#server/features/account/index.ts";
import { announce } from "#server/features/advertising/index.ts";
import { setUsable } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import type { Mutating } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import { findInForce } from "../decisions/store.ts";
import { type LockedMember, lockMember, setBanned, setMuted, setSuspended } from "./store.ts";

type InForce = { decision: string; until: Date | null };

/** Tells when the last of the measures of this kind ends; null if none is in force. */
function latestEnd(standing: readonly InForce[], measure: Measure): Date | null {
  const ends = standing.flatMap(({ decision, until }) => (decision === measure && until ? [until.getTime()] : []));
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/**
 * Each statement counts until it is lifted, so lifting one leaves the others. A deleted account stays deleted: its
 * address is banned or not.
 */
export async function applyMeasures({ db, id, site_id: siteId, email, status }: LockedMember, now: Date) {
  const standing = await findInForce(db, id, now);
  await setMuted(db, id, latestEnd(standing, "muted"));
  const ban = standing.find(({ decision }) => decision === "banned");
  const suspendedUntil = latestEnd(standing, "suspended");
  if (ban) await insertBan(db, { siteId, email, complaintId: null, now });
  else if (status === "banned" || status === "deleted") await deleteBan(db, siteId, email);
  if (status === "deleted") return;
  if (ban) {
    await setBanned(db, id, ban.created_at);
  } else {
    await setUsable(db, id);
    if (suspendedUntil) await setSuspended(db, id, suspendedUntil);
  }
  if ((ban !== undefined) !== (status === "banned")) {
    const type = ban ? "member.banned" : "member.ban_lifted";
    await announce(db, { siteId, memberId: id, now }, { type, data: {} });
  }
  await listProfile(db, id);
}

export type LiftContext = Pick<Mutating, "db" | "now" | "invalidateSessions"> & {
  services: Pick<Services, "hooks" | "jobs">;
};

/** After the last ban of staff, a ban that the member asked for meanwhile closes the account. */
export async function applyLeftMeasures({ now, ...ctx }: LiftContext, member: LockedMember): Promise<void> {
  const { db, id, site_id: siteId, email, status } = member;
  await applyMeasures(member, now);
  if (status !== "banned" || !(await isBannedByRequest(db, siteId, email))) return;
  // without effect if another ban by staff stands
  await closeAccount(
    { ...ctx, db },
    id,
    { reason: undefined, comment: undefined, refund: "account_deleted", now },
    linkKinds,
  );
}

/** Applies the measures that were in force before a member's account was deleted, and that are not over. */
export async function reapplyMeasures(db: Lockable<"accounts">, memberId: string, now: Date): Promise<void> {
  const member = await lockMember(db, memberId);
  if (member && member.status !== "deleted") await applyMeasures(member, now);
}
