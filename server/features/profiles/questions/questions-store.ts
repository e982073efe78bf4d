import { sql } from "kysely";
import type { QuestionCode } from "#contract/opening-questions.ts";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** `waits`: it is under inspection, so only its owner sees it. */
export type QuestionRow = { id: string; code: QuestionCode | null; body: string | null; waits: boolean };

/** The questions of a profile's member, in their order. */
export const questionsOfProfile = sql<QuestionRow[]>`coalesce((
  select json_agg(json_build_object('id', q.id, 'code', q.code, 'body', q.body, 'waits', q.inspection_since is not null)
    order by q.position)
  from opening_questions q where q.member_id = profiles.member_id), '[]')`;

export async function findQuestions(db: Db, memberId: string): Promise<QuestionRow[]> {
  const row = await db
    .selectFrom("profiles")
    .select(questionsOfProfile.as("questions"))
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return row?.questions ?? [];
}

export type NewQuestion = Pick<QuestionRow, "id" | "code" | "body"> & { inspectionSince: Date | null };

/** Questions that stay keep their rows: an approval meanwhile is not lost. */
export async function replaceQuestions(
  db: Locked<"profiles">,
  memberId: string,
  { ids, added, now }: { ids: readonly string[]; added: readonly NewQuestion[]; now: Date },
): Promise<void> {
  const place = sql<number>`array_position(${[...ids]}::uuid[], id)`;
  await sql`delete from opening_questions where member_id = ${memberId} and ${place} is null`.execute(db);
  await sql`update opening_questions set position = ${place} where member_id = ${memberId}`.execute(db);
  if (added.length === 0) return;
  await db
    .insertInto("opening_questions")
    .values(
      added.map(({ id, code, body, inspectionSince }) => ({
        ...{ id, member_id: memberId, position: ids.indexOf(id) + 1, code, body },
        ...{ inspection_since: inspectionSince, created_at: now },
      })),
    )
    .execute();
}

/** Shows a question under inspection to others, or deletes it; its owner, or undefined if they changed it meanwhile. */
export async function endInspection(db: Db, id: string, text: string, { shown }: { shown: boolean }) {
  const change = shown ? sql`update opening_questions set inspection_since = null` : sql`delete from opening_questions`;
  const { rows } = await sql<{ member_id: string }>`
    ${change} where id = ${id} and body = ${text} and inspection_since is not null returning member_id`.execute(db);
  return rows[0]?.member_id;
}

/** A question of a member, for a report; undefined if they have no such question that others see. */
export async function findReportable(db: Db, memberId: string, id: string) {
  return await db
    .selectFrom("opening_questions")
    .select(["code", "body", "created_at"])
    .$narrowType<Pick<QuestionRow, "code">>()
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("inspection_since", "is", null)
    .executeTakeFirst();
}

export async function deleteQuestion(db: Db, memberId: string, id: string): Promise<void> {
  await db.deleteFrom("opening_questions").where("id", "=", id).where("member_id", "=", memberId).execute();
}
