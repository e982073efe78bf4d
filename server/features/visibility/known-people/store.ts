import { sql } from "kysely";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** The mailbox of each address, in their order. */
export async function findMailboxes(db: Db, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<{ mailbox: string }>`
    select mailbox_of(address) as mailbox from unnest(${[...addresses]}::text[]) with ordinality as a (address, place)
    order by place`.execute(db);
  return rows.map(({ mailbox }) => mailbox);
}

export async function findContactKeys(db: Db, memberId: string): Promise<Buffer[]> {
  const rows = await db.selectFrom("hidden_contacts").select("contact_key").where("member_id", "=", memberId).execute();
  return rows.map(({ contact_key }) => contact_key);
}

export async function countHiddenContacts(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom("hidden_contacts")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return count;
}

type Owner = { memberId: string; siteId: number; now: Date };
export type Contacts = { keys: readonly Buffer[]; mailboxes: readonly string[] };

export async function insertContacts(
  db: Locked<"contact">,
  { memberId, siteId, now }: Owner,
  keys: readonly Buffer[],
): Promise<void> {
  await sql`
    insert into hidden_contacts (member_id, site_id, contact_key, created_at)
    select ${memberId}::uuid, ${siteId}::smallint, key, ${now}::timestamptz from unnest(${[...keys]}::bytea[]) as key
    on conflict do nothing`.execute(db);
}

/** Hides the owner and the members of these contacts from each other; returns the ids of those who are new to it. */
export async function hideFromMembers(
  db: Locked<"contact">,
  { memberId, siteId, now }: Owner,
  { keys, mailboxes }: Contacts,
) {
  const { rows } = await sql<{ member_id: string }>`
    insert into hidden_pairs (owner_id, member_id, site_id, created_at)
    select ${memberId}::uuid, id, ${siteId}::smallint, ${now}::timestamptz from (
      select id from accounts where site_id = ${siteId} and mailbox_of(email) = any(${[...mailboxes]}::text[])
      union select member_id from direct_debits where phone_key = any(${[...keys]}::bytea[]) and confirmed_at is not null
    ) as known (id) where id <> ${memberId}::uuid
    on conflict do nothing returning member_id`.execute(db);
  return rows.map(({ member_id }) => member_id);
}

/** Hides a member from those who have this contact, and them from the member; returns who is new to it. */
export async function hideFromOwners(
  db: Locked<"contact">,
  { memberId, siteId, now }: Owner,
  key: Buffer,
): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    insert into hidden_pairs (owner_id, member_id, site_id, created_at)
    select member_id, ${memberId}::uuid, ${siteId}::smallint, ${now}::timestamptz from hidden_contacts
    where contact_key = ${key} and member_id <> ${memberId}::uuid
    on conflict do nothing returning owner_id`.execute(db);
  return rows.map(({ owner_id }) => owner_id);
}

/** Deletes the pairs of an address that the member mistyped: it was never theirs. */
export async function deletePairsOf(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("hidden_pairs").where("member_id", "=", memberId).execute();
}

export async function deleteKeys(db: Locked<"contact">, memberId: string, keys: readonly Buffer[]): Promise<void> {
  await db
    .deleteFrom("hidden_contacts")
    .where("member_id", "=", memberId)
    .where("contact_key", "in", [...keys])
    .execute();
}

/** The members of the owner's pairs who have one of these contacts, each with all of theirs. */
export async function findPairsWith(db: Db, ownerId: string, { keys, mailboxes }: Contacts) {
  const { rows } = await sql<{ member_id: string; mailbox: string; phone_keys: Buffer[] }>`
    select id as member_id, mailbox_of(email) as mailbox, phones.keys as phone_keys
    from hidden_pairs join accounts on id = hidden_pairs.member_id, lateral (
      select coalesce(array_agg(phone_key), '{}') as keys from direct_debits
      where direct_debits.member_id = accounts.id and confirmed_at is not null and phone_key is not null) as phones
    where owner_id = ${ownerId}
      and (mailbox_of(email) = any(${[...mailboxes]}::text[]) or phones.keys && ${[...keys]}::bytea[])`.execute(db);
  return rows;
}

export async function deletePairs(db: Locked<"contact">, ownerId: string, members: readonly string[]): Promise<void> {
  if (members.length === 0) return;
  await db
    .deleteFrom("hidden_pairs")
    .where("owner_id", "=", ownerId)
    .where("member_id", "in", [...members])
    .execute();
}

/** Deletes all contacts of a member; returns the members who can see them again, unless these hide, too. */
export async function deleteContacts(db: Db, memberId: string): Promise<string[]> {
  await db.deleteFrom("hidden_contacts").where("member_id", "=", memberId).execute();
  const pairs = await db.deleteFrom("hidden_pairs").where("owner_id", "=", memberId).returning("member_id").execute();
  return pairs.map(({ member_id }) => member_id);
}

/** Whether the owner hides from the member. */
export async function isHidden(db: Db, ownerId: string, memberId: string): Promise<boolean> {
  const pair = db.selectFrom("hidden_pairs").select("site_id").where("owner_id", "=", ownerId);
  return (await pair.where("member_id", "=", memberId).executeTakeFirst()) !== undefined;
}
