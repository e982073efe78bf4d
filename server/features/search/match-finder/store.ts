import { sql, type Updateable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Profiles } from "#server/db/tables.ts";

/** A member's preferences as they gave them; `lock` takes a row lock, for a change. */
export async function findAnswers(db: Db, memberId: string, { lock = false } = {}) {
  return await db
    .selectFrom("profiles")
    .select(["gender", "seeks_men", "seeks_women", "prefers_min_age", "prefers_max_age", "prefers_distance"])
    .select(["goals", "prefers_body_types", sql<boolean>`preferences_at is not null`.as("answered")])
    .where("member_id", "=", memberId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

export type Answers = Awaited<ReturnType<typeof findAnswers>>;

export async function updateAnswers(db: Db, memberId: string, changes: Updateable<Profiles>): Promise<void> {
  await db.updateTable("profiles").set(changes).where("member_id", "=", memberId).execute();
}
