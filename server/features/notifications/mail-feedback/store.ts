import { sql } from "kysely";
import type { FeedbackKind } from "#contract/operations.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** Locks the account that a report is about, so that each of several simultaneous reports counts the others. */
export async function lockReceiver(db: Lockable<"accounts">, accountId: string) {
  const receiver = db.selectFrom("accounts").select(["email", "status", "mail_epoch"]).where("id", "=", accountId);
  return (await lock(db, "accounts", receiver)).row;
}

export type NewFeedback = { accountId: string; mailId: string; kind: FeedbackKind; epoch: number; at: Date };

export async function insertFeedback(db: Db, feedback: NewFeedback): Promise<boolean> {
  const { accountId, mailId, kind, epoch, at } = feedback;
  const inserted = await db
    .insertInto("mail_feedback")
    .values({ account_id: accountId, mail_id: mailId, kind, mail_epoch: epoch, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Finds none of delivered mails, nor before one: some services report automatic replies as bounces. */
export async function findSoftBounces(db: Db, accountId: string, epoch: number): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select soft.at from mail_feedback soft
    where soft.account_id = ${accountId} and soft.mail_epoch = ${epoch} and soft.kind = 'soft_bounce'
      and not exists (
        select from mail_feedback delivered
        where delivered.account_id = soft.account_id and delivered.kind = 'delivered'
          and (delivered.at >= soft.at or delivered.mail_id = soft.mail_id))`.execute(db);
  return rows.map(({ at }) => at);
}
