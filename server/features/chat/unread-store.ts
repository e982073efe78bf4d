import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Carried, FreshNews, NewsDetail } from "#server/notice.ts";
import type { AuthorKind } from "./draft.ts";

/**
 * One for each recipient and author of unread messages, at the time of the newest one. A message's id begins with its
 * time (UUIDv7), so the primary key finds the newest. The `limit 1`s make the planner look up each row by itself, as it
 * can't know how few there are. Fictional and automatic members are left out, because they read nothing.
 */
export async function findFreshUnread(db: Db, seconds: number): Promise<FreshNews[]> {
  const { rows } = await sql<FreshNews>`
    select mine.member_id as "memberId", fresh.author_id as "fromId", p.site_id as "siteId", fresh.at as "happenedAt"
    from (
      select conversation_id, author_id, max(created_at) as at from messages
      where id > (select uuidv7(make_interval(secs => ${-seconds}::float8)))
      group by conversation_id, author_id
    ) as fresh
    cross join lateral (
      select member_id, read_until from conversation_members
      where conversation_id = fresh.conversation_id and other_id = fresh.author_id and unread > 0
      limit 1
    ) as mine
    cross join lateral (
      select site_id from profiles where member_id = mine.member_id and not fictional and not automatic limit 1
    ) as p
    where mine.read_until is null or mine.read_until < fresh.at`.execute(db);
  return rows;
}

/** The first message of a chat has no other to reply to: what it replies to is of its recipient's profile (R11.02). */
const carries = sql<Carried | null>`coalesce(attachment, case
  when question is not null then 'answer'
  when reply_to is not null and not exists (
    select from messages earlier
    where earlier.conversation_id = messages.conversation_id and earlier.id < messages.id
  ) then 'reply' end)`.as("carries");

/** Those of `fromIds` with unread messages to the member: the newest one's author kind, its time, what it carries. */
export async function findUnreadFrom(
  db: Db,
  memberId: string,
  fromIds: readonly string[],
): Promise<ReadonlyMap<string, NewsDetail>> {
  if (fromIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("conversation_members as mine")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("messages")
          .select(["author_kind", "created_at", carries])
          .whereRef("messages.conversation_id", "=", "mine.conversation_id")
          .whereRef("messages.author_id", "=", "mine.other_id")
          .orderBy("created_at", "desc")
          .orderBy("messages.id", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select(["mine.other_id", "mine.conversation_id as conversationId"])
    .select(["last.author_kind as author", "last.carries", "last.created_at as at"])
    .$narrowType<{ author: AuthorKind }>()
    .where("mine.member_id", "=", memberId)
    .where("mine.other_id", "in", fromIds)
    .where("mine.unread", ">", 0)
    .execute();
  return new Map(rows.map(({ other_id, ...detail }) => [other_id, detail]));
}
