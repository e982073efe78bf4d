import { randomUUID } from "node:crypto";
import type { Db } from "#server/db/pool.ts";
import { findByHashes } from "#server/features/account/index.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { findInForce, insertStatement, markLifted } from "../decisions/store.ts";
import { applyMeasures } from "./apply-measures.ts";
import type { NotedStanding } from "./standing.ts";
import { countAct, type LockedMember, lockMember, type Standing } from "./store.ts";

function isSame(member: LockedMember, { banned, suspended_until, muted_until }: Standing): boolean {
  const until = (time: Date | null) => time?.getTime() ?? 0;
  return (
    banned === (member.status === "banned") &&
    until(suspended_until) === until(member.suspended_until) &&
    until(muted_until) === until(member.muted_until)
  );
}

/**
 * Makes the statements in force say what the note says: lifts those that staff had lifted, and adds those that were
 * lost, without a ground, so that each measure can be objected to and lifted alone.
 */
async function amendStatements(db: Db, member: LockedMember, { at, standing }: NotedStanding): Promise<void> {
  const wanted = [
    { decision: "banned", is: standing.banned, until: null },
    { decision: "suspended", is: standing.suspended_until !== null, until: standing.suspended_until },
    { decision: "muted", is: standing.muted_until !== null, until: standing.muted_until },
  ];
  const inForce = await findInForce(db, member.id, at);
  for (const { decision, is, until } of wanted) {
    // the note of a ban does not say whether a suspension stands beside it
    if (decision === "suspended" && standing.banned) continue;
    const ofKind = inForce.filter((one) => one.decision === decision);
    const end = until?.getTime() ?? 0;
    const lifted = ofKind.filter((one) => !is || (one.until?.getTime() ?? 0) > end);
    await markLifted(db, lifted, at);
    if (!is || ofKind.some((one) => (one.until?.getTime() ?? 0) === end)) continue;
    const statement = { site_id: member.site_id, member_id: member.id, decision_id: randomUUID(), side: "owner" };
    await insertStatement(db, { ...statement, decision, until, created_at: at });
  }
}

/**
 * Run after the database was restored to an earlier moment: takes and lifts measures so that they match what staff had
 * decided. Mails no statements of reasons, because their mails were sent. Returns how many members changed.
 */
export async function applyStandings(db: Db, noted: readonly NotedStanding[]): Promise<number> {
  const found = await findByHashes(
    db,
    noted.map(({ hash }) => hash),
  );
  let changed = 0;
  for (const note of noted) {
    const { hash, at, standing } = note;
    const id = found.get(hash);
    const member = id === undefined ? undefined : await lockMember(db, id);
    if (!member || member.status === "deleted" || isSame(member, standing)) continue;
    await countAct(db, member.id);
    await amendStatements(db, member, note);
    await applyMeasures(db, member, at);
    if (standing.banned || standing.suspended_until) await endSessions({ db }, member.id);
    changed += 1;
  }
  return changed;
}
