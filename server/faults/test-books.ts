import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "#server/db/pool.ts";

export type Books = {
  /** In the order of the ids. */
  members: { status: string; credits: number; debt: number; sessions: number }[];
  conversations: number;
  messages: number;
  likes: number;
  matches: number;
  blocks: number;
};

/** What must never be stored, whatever the members did. */
const halves = sql<{ what: string }>`
  select 'a chat without a message' as what from conversations c
    where not exists (select from messages where conversation_id = c.id)
  union all select 'a match without two likes' from matches m
    where (select count(*) from likes where (from_id, to_id) in ((m.a_id, m.b_id), (m.b_id, m.a_id))) < 2
  union all select 'a chat of two who are blocked' from conversations c
    join blocks b on (b.blocker_id, b.blocked_id) in ((c.a_id, c.b_id), (c.b_id, c.a_id))
  union all select 'a like between two who are blocked' from likes l
    join blocks b on (b.blocker_id, b.blocked_id) in ((l.from_id, l.to_id), (l.to_id, l.from_id))`;

/** No wallet is negative, each is the sum of its ledger, and nothing is stored by halves. */
export async function booksOf(db: Db, ids: readonly string[]): Promise<Books> {
  const members = await sql<Books["members"][number] & { booked: number }>`
    select a.status, w.credits, w.debt,
      (select count(*) from sessions where account_id = a.id) as sessions,
      (select coalesce(sum(amount), 0) from ledger where member_id = a.id) as booked
    from unnest(${ids}::uuid[]) with ordinality as given (id, place)
      join accounts a on a.id = given.id join wallets w on w.member_id = a.id
    order by place`.execute(db);
  const between = await sql<Omit<Books, "members">>`
    select
      (select count(*) from conversations
        where a_id = any(${ids}::uuid[]) and b_id = any(${ids}::uuid[])) as conversations,
      (select count(*) from messages where author_id = any(${ids}::uuid[])) as messages,
      (select count(*) from likes where from_id = any(${ids}::uuid[]) and to_id = any(${ids}::uuid[])) as likes,
      (select count(*) from matches where a_id = any(${ids}::uuid[]) and b_id = any(${ids}::uuid[])) as matches,
      (select count(*) from blocks where blocker_id = any(${ids}::uuid[])) as blocks`.execute(db);
  expect((await halves.execute(db)).rows).toEqual([]);
  const [counts] = between.rows;
  if (!counts) throw new Error("counts have a row");
  return {
    ...counts,
    members: members.rows.map(({ booked, ...member }) => {
      expect(member.credits).toBe(booked);
      expect(member.credits).toBeGreaterThanOrEqual(0);
      return member;
    }),
  };
}

type Answer = { status: number; body: { error?: { code: string } | undefined } };

/** What a caller notices of an answer: its error's code, or its status. */
export function noticed({ status, body }: Answer): string | number {
  return body.error?.code ?? status;
}
