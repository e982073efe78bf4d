import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { visibilityError } from "#server/features/profiles/rules.ts";
import { visibilityOf } from "#server/features/profiles/visibility.ts";
import { type Held, key, type Row, site } from "./held-data.ts";

/** The tables with data about two members, column by column like `heldTables`. */
export const pairTables: readonly Pick<Held, "table" | "give" | "withhold">[] = [
  { table: "matches", give: ["a_id", "b_id", "created_at"], withhold: { site_id: site } },
  {
    table: "conversations",
    give: ["id", "a_id", "b_id", "started_by", "created_at"],
    withhold: { site_id: site },
  },
  {
    table: "conversation_members",
    give: ["conversation_id", "member_id", "other_id", "unread", "read_until", "hidden_until", "last_message_at"],
  },
  {
    table: "messages",
    give: ["id", "conversation_id", "author_id", "author_kind", "body", "credits", "created_at"],
    withhold: { key },
  },
] as unknown as readonly Held[];

/** The member whose data is read, and their site. */
export type Owner = { memberId: string; siteId: number };

/** Another member in a download; null if not visible to the member any more. */
export type Person = { id: string; name: string } | null;

/** The names of other members, if visible to the member or blocked by them (D3.9: deleted members are not visible). */
export async function findPeople(db: Db, owner: Owner, ids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom("profiles")
    .select(["member_id", "site_id", "name", "listed", "fictional"])
    .select(visibilityOf(owner.memberId, "profiles"))
    .where("member_id", "=", sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  const visible = rows.filter((row) =>
    [undefined, "blocked_by_you"].includes(visibilityError(row, owner.siteId, owner.memberId)),
  );
  return new Map(visible.map((row) => [row.member_id, { id: row.member_id, name: row.name }]));
}

/** A member's matches: the other member and the time. */
export async function readMatches(db: Db, memberId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select case when a_id = ${memberId} then b_id else a_id end as member, created_at from matches
    where a_id = ${memberId} or b_id = ${memberId} order by created_at`.execute(db);
  return rows;
}

/** A member's chats: their own settings, all messages they wrote, and those of the other that they may still read. */
export async function readConversations(db: Db, owner: Owner): Promise<Row[]> {
  const { memberId } = owner;
  const chats = await db
    .selectFrom("conversation_members as mine")
    .innerJoin("conversations as c", "c.id", "mine.conversation_id")
    .select(["c.id", "c.created_at", "c.started_by", "mine.other_id"])
    .select(["mine.unread", "mine.read_until", "mine.hidden_until", "mine.last_message_at"])
    .where("mine.member_id", "=", memberId)
    .orderBy("c.created_at")
    .execute();
  const messages = await db
    .selectFrom("conversation_members as mine")
    .innerJoin("messages as m", "m.conversation_id", "mine.conversation_id")
    .select(["m.id", "m.conversation_id", "m.author_id", "m.author_kind", "m.body", "m.credits", "m.created_at"])
    .where("mine.member_id", "=", memberId)
    .where((where) =>
      where.or([
        where("m.author_id", "=", memberId),
        where("mine.hidden_until", "is", null),
        where("m.created_at", ">", where.ref("mine.hidden_until")),
      ]),
    )
    .orderBy("m.created_at")
    .orderBy("m.id")
    .execute();
  const people = await findPeople(
    db,
    owner,
    chats.map((chat) => chat.other_id),
  );
  const byChat = Map.groupBy(messages, (message) => message.conversation_id);
  return chats.map(({ other_id, started_by, ...chat }) => {
    const person = people.get(other_id) ?? null;
    const visible = (byChat.get(chat.id) ?? []).filter((message) => person !== null || message.author_id === memberId);
    return {
      ...chat,
      with: person,
      started_by_you: started_by === memberId,
      messages: visible.map(({ conversation_id, author_id, body, ...message }) => ({
        ...message,
        from_you: author_id === memberId,
        text: body,
      })),
    };
  });
}
