import { type Insertable, type RawBuilder, sql } from "kysely";
import type { ComplaintKind, ComplaintState, ComplaintTopic } from "#contract/complaints.ts";
import { type AnyTrx, lockOther } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Complaints } from "#server/db/tables.ts";
import { isOnSites, type StaffSites } from "#server/http/staff-sites.ts";

export async function insertComplaint(db: Db, complaint: Insertable<Complaints>): Promise<string> {
  const { id } = await db.insertInto("complaints").values(complaint).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Returns whether it was stored: none had its number. */
export async function insertComplaintOnce(db: Db, complaint: Insertable<Complaints>): Promise<boolean> {
  const inserted = await db
    .insertInto("complaints")
    .values(complaint)
    .onConflict((conflict) => conflict.column("number").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Finds the account of the logged-in member, or of an address, never a deleted one. */
export async function findSender(db: Db, siteId: number, by: { memberId: string } | { email: string | null }) {
  return await db
    .selectFrom("accounts")
    .select(["id", "name", "email", "language", "confirmed_at"])
    .where("site_id", "=", siteId)
    .where("status", "<>", "deleted")
    .where((where) => ("memberId" in by ? where("id", "=", by.memberId) : where("email", "=", by.email)))
    .executeTakeFirst();
}

/** Where a message to a member goes, unless the account is deleted, or the profile fictional. */
export async function findWritable(db: Db, memberId: string) {
  return await db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.member_id", "a.id")
    .select(["a.site_id", "a.email", "a.language"])
    .where("a.id", "=", memberId)
    .where("a.status", "<>", "deleted")
    .where("p.fictional", "=", false)
    .executeTakeFirst();
}

/** SQL: staff get it. A request to be banned waits until its sender has proven the address. */
const reachesStaff = sql<boolean>`(complaints.kind <> 'ban' or complaints.proven_address is not null)`;

export async function closeComplaint(db: Db, number: string, now: Date) {
  return await db
    .updateTable("complaints")
    .set({ closed_at: now })
    .where("number", "=", number)
    .where("closed_at", "is", null)
    .where(reachesStaff)
    .returning(["number", "kind"])
    .executeTakeFirst();
}

/** `asks`: it is a question, so that the complaint waits for its sender until then; else it closes it. */
export type NewAnswer = { answer: string; staffId: string; now: Date; asks?: Date };

/** Answers an open complaint: the first answer is part of the complaint, others follow as messages. */
export async function saveComplaintAnswer(db: AnyTrx, number: string, { answer, staffId, now, asks }: NewAnswer) {
  const complaint = await lockOther(
    db,
    db
      .selectFrom("complaints")
      .select(["id", "number", "kind", "site_id", "member_id", "email", "language", "answer"])
      .where("number", "=", number)
      .where("closed_at", "is", null)
      .where(reachesStaff),
  );
  if (!complaint) return undefined;
  const { id, member_id: memberId } = complaint;
  const isFirst = complaint.answer === null;
  await db
    .updateTable("complaints")
    .set({
      ...(asks ? { waiting_since: asks } : { closed_at: now }),
      ...(isFirst && { answer, answered_at: now, answered_by: staffId }),
    })
    .where("id", "=", id)
    .execute();
  if (!isFirst) await insertMessage(db, { complaintId: id, memberId, staffId, text: answer, now });
  return complaint;
}

type NewMessage = { complaintId: string; memberId: string | null; staffId: string | null; text: string; now: Date };

export async function insertMessage(db: Db, { complaintId, memberId, staffId, text, now }: NewMessage): Promise<void> {
  await db
    .insertInto("complaint_messages")
    .values({ complaint_id: complaintId, member_id: memberId, staff_id: staffId, text, created_at: now })
    .execute();
}

/** What was written about these complaints beside them and their first answers, oldest first. */
export async function findComplaintMessages(db: Db, complaintIds: readonly string[]) {
  return await db
    .selectFrom("complaint_messages as m")
    .leftJoin("staff", "staff.id", "m.staff_id")
    .select(["m.complaint_id", "m.staff_id", "m.text", "m.created_at", "staff.name as by"])
    .where("m.complaint_id", "=", sql<string>`any(${complaintIds}::uuid[])`)
    .orderBy("m.created_at")
    .orderBy("m.id")
    .execute();
}

/** Who may read and continue a complaint: its logged-in member, or on its site the bearer of a signed link. */
export type ComplaintOwner = { memberId: string } | { siteId: number };

const ownedBy = (db: Db, owner: ComplaintOwner, id: string) =>
  entries(db)
    .select(["c.member_id", "c.email"])
    .where("c.id", "=", id)
    .where("c.kind", "<>", "ban")
    .where((where) =>
      "memberId" in owner ? where("c.member_id", "=", owner.memberId) : where("c.site_id", "=", owner.siteId),
    );

export async function findOwnComplaint(db: Db, owner: ComplaintOwner, id: string) {
  return await ownedBy(db, owner, id).executeTakeFirst();
}

export async function lockOwn(db: AnyTrx, owner: ComplaintOwner, id: string) {
  return await lockOther(db, ownedBy(db, owner, id), "c");
}

/** A complaint by its number, locked, if it names this address. */
export async function lockByNumber(db: AnyTrx, number: string, address: string) {
  return await lockOther(
    db,
    entries(db)
      .select("c.member_id")
      .where("c.number", "=", number)
      .where(sql`lower(c.email)`, "=", sql<string>`lower(${address}::text)`),
    "c",
  );
}

/** Opens a complaint again, or ends its wait for the sender; else it keeps its place in the queue. */
export async function reopen(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("complaints")
    .set({ closed_at: null, waiting_since: now })
    .where("id", "=", id)
    .where((where) => where.or([where("closed_at", "is not", null), where("waiting_since", ">", now)]))
    .execute();
}

export async function setTopic(db: Db, id: string, topic: ComplaintTopic): Promise<boolean> {
  const changed = await db
    .updateTable("complaints")
    .set({ topic })
    .where("id", "=", id)
    .where("kind", "<>", "ban")
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Gives an open complaint to the other role that works on complaints; false if it is there already, or not open. */
export async function moveToDesk(db: Db, number: string, desk: "support" | "finance"): Promise<boolean> {
  const moved = await db
    .updateTable("complaints")
    .set({ desk })
    .where("number", "=", number)
    .where("kind", "<>", "ban")
    .where("desk", "<>", desk)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

const entries = (db: Db) =>
  db
    .selectFrom("complaints as c")
    .leftJoin("staff", "staff.id", "c.answered_by")
    .select(["c.id", "c.number", "c.kind", "c.text", "c.created_at", "c.closed_at", "c.answer", "c.answered_at"])
    .select(["c.logged_in", "c.proven_address", "c.topic", "c.waiting_since"])
    .select("staff.name as answered_by")
    .$narrowType<{ kind: ComplaintKind; topic: ComplaintTopic }>()
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc");

/** `text`: empty for any. */
export type ComplaintSearch = {
  number: string;
  text: string;
  state: ComplaintState | undefined;
  sites: StaffSites;
  now: Date;
};

const isWaiting = (now: Date) => sql<boolean>`coalesce(c.waiting_since > ${now}, false)`;
const isIn = (state: ComplaintState, now: Date): RawBuilder<boolean> => {
  if (state === "done") return sql`c.closed_at is not null`;
  return state === "waiting"
    ? sql`c.closed_at is null and ${isWaiting(now)}`
    : sql`c.closed_at is null and not ${isWaiting(now)}`;
};

/** Complaints by number, address or words, open or closed, newest first, and whose they are. */
export async function findBy(db: Db, { number, text, state, sites, now }: ComplaintSearch, limit: number) {
  const complaints = entries(db)
    .innerJoin("sites as s", "s.id", "c.site_id")
    .leftJoin("profiles as p", "p.member_id", "c.member_id")
    .select(["c.email", "s.key as site", "p.member_id", "p.name", "p.fictional"])
    .where(isOnSites(sites, "c.site_id"))
    .limit(limit);
  const named =
    text === ""
      ? complaints
      : complaints.where((where) =>
          where.or([
            where("c.number", "=", number),
            where(sql`lower(c.email)`, "=", sql<string>`lower(${text}::text)`),
            sql<boolean>`to_tsvector('simple', c.text) @@ plainto_tsquery('simple', ${text})`,
          ]),
        );
  return await (state === undefined ? named : named.where(isIn(state, now))).execute();
}

type OfStrangers = { number: string; email: string | null; sites: StaffSites; limit: number };

/** The complaints without a member by their number or address, newest first, without what they say. */
export async function findComplaintsOfStrangers(db: Db, { number, email, sites, limit }: OfStrangers) {
  return await db
    .selectFrom("complaints as c")
    .innerJoin("sites as s", "s.id", "c.site_id")
    .select(["c.id", "c.number", "s.key as site", "c.created_at"])
    .where("c.member_id", "is", null)
    .where(isOnSites(sites, "c.site_id"))
    .where((where) =>
      where.or([where("c.number", "=", number), where(sql`lower(c.email)`, "=", sql<string>`lower(${email}::text)`)]),
    )
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();
}

export async function findComplaintsOf(db: Db, memberId: string, limit: number) {
  return await entries(db).where("c.member_id", "=", memberId).limit(limit).execute();
}

/** It has those without a login that name the account's confirmed address: for staff alone, as it proves no sender. */
export async function findComplaintsAbout(db: Db, memberId: string, limit: number) {
  const account = await db
    .selectFrom("accounts")
    .select(["site_id", sql<string>`lower(email::text)`.as("address")])
    .where("id", "=", memberId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const own = entries(db).limit(limit);
  if (!account) return await own.where("c.member_id", "=", memberId).execute();
  const named = sql<boolean>`(c.member_id is null and c.site_id = ${account.site_id}
    and lower(c.email) = ${account.address})`;
  return await own.where((where) => where.or([where("c.member_id", "=", memberId), named])).execute();
}

/** The members whose confirmed address these complaints without a login name. */
export async function findAddressOwners(db: Db, complaintIds: readonly string[]) {
  const { rows } = await sql<{ complaint_id: string; id: string; name: string; fictional: boolean }>`
    select c.id as complaint_id, p.member_id as id, p.name, p.fictional
    from complaints c
      join accounts a on a.site_id = c.site_id and a.email = c.email::citext and a.confirmed_at is not null
        and a.status <> 'deleted'
      join profiles p on p.member_id = a.id
    where c.id = any(${[...complaintIds]}::uuid[]) and c.member_id is null`.execute(db);
  return rows;
}

/** Earlier complaints of the same member or address, newest first; `before` is the id of the later one. */
export async function findEarlier(db: Db, ids: readonly string[], limit: number) {
  const ranked = entries(db)
    .innerJoin("complaints as later", (join) =>
      join
        .onRef("later.site_id", "=", "c.site_id")
        .onRef("later.created_at", ">", "c.created_at")
        .on((on) =>
          on.or([
            on("c.member_id", "=", on.ref("later.member_id")),
            on(sql`lower(c.email)`, "=", sql`lower(later.email)`),
          ]),
        ),
    )
    .where("later.id", "=", sql<string>`any(${ids}::uuid[])`)
    .select("later.id as before")
    .select(sql<number>`row_number() over (partition by later.id order by c.created_at desc, c.id desc)`.as("place"));
  return await db
    .selectFrom(ranked.as("ranked"))
    .selectAll()
    .where("place", "<=", limit)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** An open request to be banned whose sender is known, locked; `email` is the address that they have proven. */
export async function lockProvenRequest(db: AnyTrx, number: string) {
  return await lockOther(
    db,
    db
      .selectFrom("complaints")
      .select(["id", "site_id", "proven_address as email", "member_id", "language"])
      .$narrowType<{ email: string }>()
      .where("number", "=", number)
      .where("kind", "=", "ban")
      .where("proven_address", "is not", null)
      .where("closed_at", "is", null),
  );
}

const selectBanRequest = (db: Db, siteId: number, id: string) =>
  db
    .selectFrom("complaints")
    .select(["id", "number", "text", "member_id", "created_at", "closed_at"])
    .select(sql<string>`coalesce(proven_address::text, email)`.as("email"))
    .select(sql<boolean>`proven_address is not null`.as("proven"))
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("kind", "=", "ban");

export async function findBanRequest(db: Db, siteId: number, id: string) {
  return await selectBanRequest(db, siteId, id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockBanRequest(db: AnyTrx, siteId: number, id: string) {
  return await lockOther(db, selectBanRequest(db, siteId, id));
}

export async function setProven(
  db: Db,
  id: string,
  { email, memberId }: { email: string; memberId: string | null },
): Promise<void> {
  await db.updateTable("complaints").set({ proven_address: email, member_id: memberId }).where("id", "=", id).execute();
}

export async function setMember(db: Db, id: string, memberId: string): Promise<void> {
  await db.updateTable("complaints").set({ member_id: memberId }).where("id", "=", id).execute();
}

/** The messages that staff wrote to these members, the oldest first. Index: `complaints_member`. */
export async function findLettersTo(db: Db, memberIds: readonly string[]) {
  return await db
    .selectFrom("complaints as c")
    .innerJoin("profiles as p", "p.member_id", "c.member_id")
    .select(["c.member_id", "p.name", "c.created_at"])
    .where("c.member_id", "=", sql<string>`any(${[...memberIds]}::uuid[])`)
    .where("c.kind", "=", "message" satisfies ComplaintKind)
    .orderBy("c.created_at")
    .execute();
}
