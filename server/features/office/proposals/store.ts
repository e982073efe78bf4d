import { type Selectable, sql } from "kysely";
import { type Lockable, type Locked, lock, lockOne } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Proposals } from "#server/db/tables.ts";

export type ProposalKind = "credits" | "refund" | "site" | "code" | "code_on" | "refund_all" | "remove_site" | "payout";

const columns = ["id", "site_id", "member_id", "kind", "change", "reason", "staff_id", "expires_at"] as const;

/** `change`: as the kind's feature wrote it, which also reads it. */
export type ProposalRow = Pick<Selectable<Proposals>, (typeof columns)[number]> & { kind: ProposalKind };

export type NewProposal = Omit<ProposalRow, "id" | "change"> & { id?: string; change: object; created_at: Date };

export async function insertProposal(db: Db, { change, ...proposal }: NewProposal): Promise<string> {
  const { id } = await db
    .insertInto("proposals")
    .values({ ...proposal, change: JSON.stringify(change) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A proposal that still waits, with its row locked, so that of several people one decides. */
export async function lockProposal(db: Lockable<"proposals">, id: string, now: Date): Promise<ProposalRow | undefined> {
  const proposal = db
    .selectFrom("proposals")
    .select(columns)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("expires_at", ">", now)
    .$narrowType<{ kind: ProposalKind }>();
  return (await lock(db, "proposals", proposal)).row;
}

export async function settleProposal(
  db: Db,
  id: string,
  { state, staffId, now }: { state: "confirmed" | "declined"; staffId: string; now: Date },
): Promise<void> {
  await db.updateTable("proposals").set({ state, decided_by: staffId, decided_at: now }).where("id", "=", id).execute();
}

/** Proposals with these ids that wait, with the names that staff see. */
export async function findProposals(db: Db, ids: readonly string[], now: Date) {
  return await db
    .selectFrom("proposals as r")
    .innerJoin("sites as s", "s.id", "r.site_id")
    .innerJoin("staff", "staff.id", "r.staff_id")
    .leftJoin("profiles as p", "p.member_id", "r.member_id")
    .select(["r.id", "s.key as site", "p.member_id", "p.name", "p.fictional", "staff.name as by"])
    .select(["r.kind", "r.change", "r.reason", "r.expires_at"])
    .where("r.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("r.state", "=", "waiting")
    .where("r.expires_at", ">", now)
    .$narrowType<{ kind: ProposalKind }>()
    .execute();
}

/** What waits about a member, oldest first. Index: `proposals_member`. */
export async function findProposalsAbout(db: Db, memberId: string, now: Date) {
  return await db
    .selectFrom("proposals as r")
    .innerJoin("staff", "staff.id", "r.staff_id")
    .select(["r.id", "r.kind", "r.change", "r.reason", "r.staff_id", "staff.name as by"])
    .where("r.member_id", "=", memberId)
    .where("r.state", "=", "waiting")
    .where("r.expires_at", ">", now)
    .orderBy("r.created_at")
    .orderBy("r.id")
    .$narrowType<{ kind: ProposalKind }>()
    .execute();
}

/** What waits to be changed of a site, oldest first. Index: `proposals_site`. */
export async function findProposalsOfSite(db: Db, siteId: number, kinds: readonly ProposalKind[], now: Date) {
  return await db
    .selectFrom("proposals")
    .select("change")
    .where("site_id", "=", siteId)
    .where("kind", "in", kinds)
    .where("state", "=", "waiting")
    .where("expires_at", ">", now)
    .orderBy("created_at")
    .limit(100)
    .execute();
}

/** So that what one person gives away at once can't exceed together what they may give in a day. */
export async function lockStaffMember(db: Lockable<"staff">, staffId: string): Promise<Locked<"staff">> {
  return (await lockOne(db, "staff", db.selectFrom("staff").select("id").where("id", "=", staffId))).db;
}

/** Ends the proposals that were not decided in time. */
export async function endProposals(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("proposals")
    .set({ state: "expired", decided_at: now })
    .where("state", "=", "waiting")
    .where("expires_at", "<=", now)
    .execute();
}
