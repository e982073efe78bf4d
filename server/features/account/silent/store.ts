import { sql } from "kysely";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** After two years in which no one used an account, its owner is asked; 30 days later it is deleted. */
export const answerDays = 30;

/** SQL: no one has used the account for two years, and its owner was not asked since. */
const isSilent = (now: Date) => sql<boolean>`(a.status in ('active', 'not_confirmed') and not p.fictional
  and p.last_active_at <= ${now}::timestamptz - interval '24 months'
  and (a.asked_to_stay_at is null or a.asked_to_stay_at <= p.last_active_at))`;

/** SQL: its owner was asked 30 days ago, and no one has used it since. */
const isUnanswered = (now: Date) => sql<boolean>`(a.status in ('active', 'not_confirmed')
  and a.asked_to_stay_at <= ${now}::timestamptz - interval '1 day' * ${answerDays}
  and a.asked_to_stay_at > p.last_active_at)`;

const due = (now: Date) => ({ asked: isSilent(now), ended: isUnanswered(now) });
export type SilenceStep = keyof ReturnType<typeof due>;

/** The accounts that are due, by their id. */
export async function findSilent(db: Db, step: SilenceStep, now: Date, after: string | undefined, limit: number) {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join profiles p on p.member_id = a.id
    where ${due(now)[step]} and (${after ?? null}::uuid is null or a.id > ${after ?? null}::uuid)
    order by a.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks an account that is still due; its row is undefined if it is not. */
export async function lockSilent(db: Lockable<"accounts">, step: SilenceStep, id: string, now: Date) {
  const account = db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.member_id", "a.id")
    .select(["a.id", "a.site_id", "a.name", "a.email", "a.language"])
    .where("a.id", "=", id)
    .where(due(now)[step]);
  return await lock(db, "accounts", account, { of: "a" });
}

export async function setConsentAsked(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("accounts").set({ asked_to_stay_at: now }).where("id", "=", id).execute();
}
