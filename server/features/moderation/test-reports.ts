import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { sendMessage } from "#contract/chat.ts";
import { type ReportReason, type ReportSubject, reportMember } from "#contract/moderation.ts";
import type { DbPool } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { test as base, type Member } from "#server/test.ts";
import { purgeReports } from "./keep-reported.ts";
import { openReport, settleReports } from "./manage-reports.ts";

export { expect };

export type Report = {
  about?: ReportSubject;
  reason?: ReportReason;
  text?: string;
  photo?: string;
  message?: string;
  talk?: string;
};

export const report = (
  who: Member,
  whom: { id: string },
  { about = "profile", reason = "scam", ...rest }: Report = {},
  key?: string,
) => who.client.call(reportMember, { body: { member: whom.id, about, reason, ...rest } }, key ? { key } : {});

export const codeOf = async (answer: ReturnType<typeof report>) => (await answer).body.error?.code;

export const write = (who: Member, whom: { id: string }, text: string) =>
  who.client.call(sendMessage, { body: { member: whom.id, text } });

export const test = base
  .extend("photoOf", { scope: "file" }, ({ services }) => async ({ id }: { id: string }) => {
    const photos = services.db.selectFrom("photos").select("id").where("member_id", "=", id);
    return (await photos.executeTakeFirstOrThrow()).id;
  })
  /** The reports that a member made. */
  .extend("rowsBy", { scope: "file" }, ({ services }) => ({ id }: { id: string }) => {
    const rows = services.db.selectFrom("reports").selectAll().where("reporter_id", "=", id);
    return rows.orderBy("created_at").execute();
  })
  .extend("mailsAbout", ({ mails }) => async ({ id }: { id: string }) => {
    return (await mails()).filter((mail) => mail.concerns.includes(id));
  })
  /** What staff see of a report. */
  .extend("open", { scope: "file" }, ({ services }) => (id: string) => {
    return openReport({ db: services.db, services }, id, services.clock.now());
  })
  .extend("purge", { scope: "file" }, ({ services }) => async () => {
    for (const job of [purgeReports, purgeOldRows]) await job.run(services, {});
  });

/** Closes one report, as a decision of staff does; undefined if it is closed already. */
export async function settleReport(db: DbPool, id: string, now: Date) {
  const { reported_id: memberId } = await db
    .selectFrom("reports")
    .select("reported_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const settled = { item: memberId ?? id, decisionId: randomUUID(), unfounded: false, now };
  return (await inTransaction(db, (trx) => settleReports(trx, [id], settled)))?.[0];
}
