import type { Db } from "#server/db/pool.ts";
import { deleteBan, findByHashes, insertBan } from "#server/features/account/index.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import type { NotedStanding } from "./standing.ts";
import {
  countAct,
  type LockedMember,
  lockMember,
  type Standing,
  setBanned,
  setMuted,
  setSuspended,
  setUsable,
} from "./store.ts";

function isSame(member: LockedMember, { banned, suspended_until, muted_until }: Standing): boolean {
  const until = (time: Date | null) => time?.getTime() ?? 0;
  return (
    banned === (member.status === "banned") &&
    until(suspended_until) === until(member.suspended_until) &&
    until(muted_until) === until(member.muted_until)
  );
}

/**
 * Run after the database was restored to an earlier moment: takes and lifts measures so that they match what staff had
 * decided. Writes no statements of reasons, because their mails were sent. Returns how many members changed.
 */
export async function applyStandings(db: Db, noted: readonly NotedStanding[]): Promise<number> {
  const found = await findByHashes(
    db,
    noted.map(({ hash }) => hash),
  );
  let changed = 0;
  for (const { hash, at, standing } of noted) {
    const id = found.get(hash);
    const member = id === undefined ? undefined : await lockMember(db, id);
    if (!member || member.status === "deleted" || isSame(member, standing)) continue;
    await countAct(db, member.id);
    await setMuted(db, member.id, standing.muted_until);
    if (member.status === "banned") await deleteBan(db, member.site_id, member.email);
    await setUsable(db, member.id);
    if (standing.suspended_until) await setSuspended(db, member.id, standing.suspended_until);
    if (standing.banned) {
      await setBanned(db, member.id, at);
      await insertBan(db, { siteId: member.site_id, email: member.email, complaintId: null, now: at });
    }
    await listProfile(db, member.id);
    if (standing.banned || standing.suspended_until) await endSessions({ db, invalidateSessions: () => {} }, member.id);
    changed += 1;
  }
  return changed;
}
