import { sql } from "kysely";
import { freeConversations } from "#contract/constants.ts";
import { type Db, prepared } from "#server/db/pool.ts";

/**
 * How many conversations a member may still begin (D6.2), as whoever wants to write to `to` is told beforehand; null
 * where there is no limit: they are premium, or what they write goes into a conversation that has begun. What waits for
 * their confirmation has begun too (D6.3). It locks nothing: `sendMessage` and `holdMessage` decide.
 */
export async function findConversationsLeft(db: Db, from: string, to: string): Promise<number | null> {
  if (from === to) return null;
  const { rows } = await sql<{ begun: number }>`${prepared}
    select p.conversations_deleted
      + (select count(*) from conversations where started_by = p.member_id)::int
      -- who was erased since counts as one, as for holdMessage
      + (select count(distinct coalesce(recipient_id, author_id)) from held_messages
          where author_id = p.member_id and refused is null)::int as begun
    from profiles p
    where p.member_id = ${from} and not p.premium
      and not exists (
        select from conversations where a_id = least(${from}::uuid, ${to}::uuid) and b_id = greatest(${from}::uuid, ${to}::uuid)
      )
      and not exists (
        select from held_messages where author_id = p.member_id and recipient_id = ${to} and refused is null
      )`.execute(db);
  const [row] = rows;
  return row ? Math.max(0, freeConversations - row.begun) : null;
}
