import { sql } from "kysely";
import type { AnswerOdds, AnswerShare } from "#contract/first-messages.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { type Recipient, recipientColumns, type Writer, writerColumns } from "#server/features/profiles/index.ts";
import { type AnswerCounts, answerInterval, fewestForOdds } from "./odds-rules.ts";

export type FirstWriting = { writer: Writer; recipient: Recipient; invited: boolean };

type Pair = { siteId: number; from: string; to: string };

const selectRecipient = (db: Db, { siteId, from, to }: Pair) =>
  db
    .selectFrom("profiles")
    .select(recipientColumns)
    .select(
      sql<boolean>`exists (select from likes where from_id = ${to} and to_id = ${from} and not automatic)`.as(
        "invited",
      ),
    )
    .where("member_id", "=", to)
    .where("site_id", "=", siteId);

type RecipientRow = Awaited<ReturnType<ReturnType<typeof selectRecipient>["executeTakeFirst"]>>;

/** Undefined if the recipient lets everyone write. `invited`: they like the writer. */
export async function findFirstWriting(db: Db, pair: Pair): Promise<FirstWriting | undefined> {
  return await withWriter(db, pair, await selectRecipient(db, pair).executeTakeFirst());
}

/** The same, and keeps the recipient's wishes until the transaction ends. */
export async function lockFirstWriting(db: Lockable<"profiles">, pair: Pair): Promise<FirstWriting | undefined> {
  return await withWriter(db, pair, (await lock(db, "profiles", selectRecipient(db, pair), { strength: "share" })).row);
}

async function withWriter(db: Db, { siteId, from }: Pair, recipient: RecipientRow): Promise<FirstWriting | undefined> {
  if (!recipient) return undefined;
  if (!recipient.only_fitting_write && !recipient.only_verified_write) return undefined;
  const writer = await db
    .selectFrom("profiles")
    .select(writerColumns)
    .where("member_id", "=", from)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  const { invited, ...wishes } = recipient;
  return writer && { writer, recipient: wishes, invited };
}

/** The next members by their ids whose first messages are counted: people who answer themselves. */
export async function findPeopleAfter(db: Db, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("profiles")
    .select("member_id")
    .where("fictional", "=", false)
    .where("automatic", "=", false)
    .$if(after !== undefined, (query) => query.where("member_id", ">", after ?? null))
    .orderBy("member_id")
    .limit(limit)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Locks the accounts that still exist, so that none is erased before its odds are stored. */
export async function lockAccounts(db: Lockable<"accounts">, ids: readonly string[]): Promise<void> {
  const accounts = db
    .selectFrom("accounts")
    .select("id")
    .where("id", "in", [...ids]);
  await lock(db, "accounts", accounts.orderBy("id"), { strength: "key share" });
}

/**
 * An automatic reply or "No, thanks" is no answer. Banned members' messages don't count. A chat begun in the period has
 * its last message in it, or later, which the index finds.
 */
export async function countAnswers(db: Db, ids: readonly string[], { since, until }: { since: Date; until: Date }) {
  const { rows } = await sql<AnswerCounts & { member_id: string }>`
    with begun as materialized (
      select mine.member_id, mine.conversation_id, mine.wrote, c.started_by, count(*) over (partition by mine.member_id)
      from conversation_members mine join conversations c on c.id = mine.conversation_id
      where mine.member_id = any(${[...ids]}::uuid[]) and mine.last_message_at > ${since}
        and c.started_by = mine.other_id and c.created_at > ${since} and c.created_at <= ${until}
    )
    select begun.member_id, count(*)::int as received, count(answer.after)::int as answered,
      count(*) filter (where answer.after <= interval '1 day')::int as within_a_day
    from begun
      join accounts author on author.id = begun.started_by and author.status <> 'banned'
      join lateral (
        select author_id, author_kind, created_at from messages where conversation_id = begun.conversation_id
        order by created_at, id limit 1
      ) first on first.author_id = begun.started_by and first.author_kind = 'member'
      left join lateral (
        select created_at - first.created_at as after from messages
        where begun.wrote and conversation_id = begun.conversation_id and author_id = begun.member_id
          and author_kind = 'member' and created_at <= first.created_at + ${answerInterval}::interval
        order by created_at limit 1
      ) answer on true
    where begun.count >= ${fewestForOdds}
    group by begun.member_id having count(*) >= ${fewestForOdds}`.execute(db);
  return rows;
}

type StoredOdds = AnswerOdds & { member_id: string };

/** Stores the odds of the members among `ids`, and deletes those of the others among them. */
export async function replaceOdds(db: Db, ids: readonly string[], odds: readonly StoredOdds[], now: Date) {
  const kept = odds.map(({ member_id }) => member_id);
  await db
    .deleteFrom("answer_odds")
    .where("member_id", "in", [...ids])
    .where("member_id", "<>", sql<string>`all(${kept}::uuid[])`)
    .execute();
  if (odds.length === 0) return;
  await db
    .insertInto("answer_odds")
    .values(odds.map((row) => ({ ...row, counted_at: now })))
    .onConflict((conflict) =>
      conflict.column("member_id").doUpdateSet(({ ref }) => ({
        share: ref("excluded.share"),
        within_a_day: ref("excluded.within_a_day"),
        counted_at: ref("excluded.counted_at"),
      })),
    )
    .execute();
}

/** A member's odds as others may know them; null if they hide them, or a program answers for them since. */
export async function findOdds(db: Db, memberId: string): Promise<AnswerOdds | null> {
  const row = await db
    .selectFrom("answer_odds")
    .innerJoin("profiles", "profiles.member_id", "answer_odds.member_id")
    .select(["share", "within_a_day"])
    .where("answer_odds.member_id", "=", memberId)
    .where("shows_odds", "=", true)
    .where("fictional", "=", false)
    .where("automatic", "=", false)
    .executeTakeFirst();
  return row ? { ...row, share: row.share as AnswerShare } : null;
}
