import { answerNotice } from "../content-notices/answer-notice.ts";
import { settleReport } from "../manage-reports.ts";
import { issueStatement } from "./issue-statement.ts";
import type { StatementContext } from "./mail-statement.ts";

type Closing = { id: string; decisionId: string; staffId: string | null };

/**
 * Closes a report without a measure, with a statement of reasons to its reporter, who can object (D11.2). False if it
 * was closed before or does not exist. Runs in the caller's transaction.
 */
export async function dismissReport(ctx: StatementContext, { id, decisionId, staffId }: Closing): Promise<boolean> {
  const report = await settleReport(ctx.db, id, ctx.now);
  if (!report) return false;
  await answerNotice(ctx, { reportId: id, acted: false, words: "", staffId });
  const { site_id: siteId, reporter_id: memberId } = report;
  if (memberId === null) return true;
  const what = { side: "reporter", decision: "report_kept", ground: null, source: null } as const;
  await issueStatement(ctx, { ...what, siteId, memberId, decisionId, reportId: id, staffId });
  return true;
}
