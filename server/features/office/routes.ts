import type { z } from "zod";
import type { StaffRole } from "#contract/constants.ts";
import { getDisputes } from "#contract/disputes.ts";
import { getInstallations } from "#contract/installations.ts";
import { getNumbers } from "#contract/numbers.ts";
import * as contract from "#contract/office.ts";
import * as operations from "#contract/operations.ts";
import { getOverview } from "#contract/overview.ts";
import { getResults } from "#contract/results.ts";
import { getRevenue } from "#contract/revenue.ts";
import { getSettlements } from "#contract/settlements.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import {
  changeTopic,
  decideChatPhoto,
  decideComplaint,
  decideIntroduction,
  decideObjection,
  decidePaymentIssue,
  decidePhoto,
  decideReview,
  decideText,
  decideWithdrawal,
} from "./decide-case.ts";
import {
  decideReports,
  markDanger,
  nameReportedMember,
  openReportedChat,
  reopenByStaff,
  unmarkDanger,
} from "./decide-reports.ts";
import { showDisputes } from "./disputes/show-disputes.ts";
import { findNotices } from "./find-notices.ts";
import { showInstallations } from "./installations/show-installations.ts";
import { listQueue } from "./list-queue.ts";
import { carryOutCredits } from "./members/change-credits.ts";
import { carryOutRefund } from "./members/refund-by-staff.ts";
import { carryOutRefundAll } from "./money/refund-all.ts";
import { showNumbers } from "./numbers/show-numbers.ts";
import { showOverview } from "./numbers/show-overview.ts";
import { showResults } from "./numbers/show-results.ts";
import { showOperations } from "./operations/show-operations.ts";
import { carryOutPayout } from "./partners/change-partners.ts";
import { writePoliceText } from "./police-text.ts";
import { type CarryOutContext, decideProposal } from "./proposals/propose.ts";
import { handleQueue, handOver, undo } from "./queue.ts";
import { deleteClaim, findWaiting } from "./queue-store.ts";
import { deleteReply, findOwnReplies, insertReply } from "./reply-store.ts";
import { showRevenue } from "./revenue/show-revenue.ts";
import { showSettlements } from "./settlements/show-settlements.ts";
import {
  openComplaints,
  showChatPhotos,
  showComplaints,
  showIntroductions,
  showIssues,
  showObjections,
  showPhotos,
  showProposals,
  showReviews,
  showTexts,
  showWithdrawals,
} from "./show-cases.ts";
import { showDecidedReport, showReportItems } from "./show-reports.ts";
import { carryOutSiteChange } from "./sites/change-by-staff.ts";
import { carryOutRemoval } from "./sites/closing.ts";
import { carryOutCode, carryOutCodeOn } from "./sites/codes.ts";
import { handleDone, handleLogged, handleRead } from "./staff/audit.ts";
import { decideAge, decideVerification, showDocuments, showSelfies } from "./verifications.ts";

const carryOut = {
  credits: carryOutCredits,
  refund: carryOutRefund,
  site: carryOutSiteChange,
  code: carryOutCode,
  code_on: carryOutCodeOn,
  refund_all: carryOutRefundAll,
  remove_site: carryOutRemoval,
  payout: carryOutPayout,
};

const decideProposed = (ctx: CarryOutContext, body: z.output<typeof contract.decideProposal.body>) =>
  decideProposal(ctx, body, carryOut);

const mayWorkOn = (role: StaffRole) => (name: contract.QueueName) =>
  (contract.queueRoles[name] as readonly StaffRole[]).includes(role);

export const officeRoutes: Handler[] = [
  handle(contract.getQueues, async ({ db, staff, services, now }, { query: { queue } }) => {
    const names = contract.queueNames.filter((name) => mayWorkOn(staff.role)(name) && (!queue || name === queue));
    if (queue && names.length === 0) throw fail("staff_role_missing");
    const queues = await Promise.all(
      names.map(async (name) => {
        const { oldest, ...counts } = await findWaiting(db, name, staff, now);
        const hours = services.config.queueHours[name];
        return { name, ...counts, oldest: oldest?.toISOString() ?? null, target_hours: hours };
      }),
    );
    return { queues };
  }),
  handleRead(contract.getQueueList, (ctx, { query }) => listQueue(ctx, query)),
  handle(contract.releaseItem, async ({ db, staff }, { body }) => {
    await deleteClaim(db, { queue: body.queue, staff, item: body.id });
    return { ok: true };
  }),
  handleDone(contract.handOverItem, handOver),
  handleDone(contract.undoDecision, undo),
  ...handleQueue("photos", [contract.takePhotos, contract.decidePhoto], showPhotos, decidePhoto),
  ...handleQueue("chat_photos", [contract.takeChatPhotos, contract.decideChatPhoto], showChatPhotos, decideChatPhoto),
  ...handleQueue(
    "introductions",
    [contract.takeIntroductions, contract.decideIntroduction],
    showIntroductions,
    decideIntroduction,
  ),
  ...handleQueue("texts", [contract.takeTexts, contract.decideText], showTexts, decideText),
  ...handleQueue(
    "reports",
    [contract.takeReports, contract.decideReports],
    showReportItems,
    decideReports,
    "rehearsed",
  ),
  handleRead(contract.findNotices, (ctx, { body }) => findNotices(ctx, body)),
  handleLogged(contract.reopenNotice, (ctx, { body }) => reopenByStaff(ctx, body.id)),
  handleDone(contract.nameReported, nameReportedMember),
  handleDone(contract.markDanger, markDanger),
  handleDone(contract.unmarkDanger, unmarkDanger),
  handleLogged(contract.openReportedChat, (ctx, { body }) => openReportedChat(ctx, body.id)),
  handleLogged(contract.writePoliceText, (ctx, { body }) => writePoliceText(ctx, body.id)),
  handleRead(contract.getDecidedReport, (ctx, { query }) => showDecidedReport(ctx, query.id)),
  ...handleQueue("objections", [contract.takeObjections, contract.decideObjection], showObjections, decideObjection),
  ...handleQueue("verifications", [contract.takeSelfies, contract.decideSelfie], showSelfies, decideVerification),
  ...handleQueue("ages", [contract.takeDocuments, contract.decideDocument], showDocuments, decideAge, "rehearsed"),
  ...handleQueue("reviews", [contract.takeReviews, contract.decideReview], showReviews, decideReview, "rehearsed"),
  ...handleQueue(
    "complaints",
    [contract.takeComplaints, contract.decideComplaint],
    showComplaints,
    decideComplaint,
    "rehearsed",
  ),
  handleLogged(contract.findComplaints, (ctx, { body }) => openComplaints(ctx, body)),
  handleDone(contract.changeComplaint, changeTopic),
  handleLogged(contract.saveReply, async ({ db, staff: { staffId }, now }, { body }) => {
    await insertReply(db, { ...body, staffId, now });
    return { answer: { replies: await findOwnReplies(db, staffId) }, log: { action: "reply_saved" } };
  }),
  handleLogged(contract.deleteReply, async ({ db, staff: { staffId } }, { body }) => {
    await deleteReply(db, staffId, body.id);
    return { answer: { replies: await findOwnReplies(db, staffId) }, log: { action: "reply_deleted" } };
  }),
  ...handleQueue(
    "withdrawals",
    [contract.takeWithdrawals, contract.decideWithdrawal],
    showWithdrawals,
    decideWithdrawal,
    "rehearsed",
  ),
  ...handleQueue("payments", [contract.takePayments, contract.decidePaymentIssue], showIssues, decidePaymentIssue),
  ...handleQueue(
    "proposals",
    [contract.takeProposals, contract.decideProposal],
    showProposals,
    decideProposed,
    "rehearsed",
  ),
  handle(getNumbers, ({ services, staff, now }, { query }) => showNumbers(services, staff, query, now)),
  handle(getOverview, ({ db, now }, { query }) => showOverview(db, query, now)),
  handle(getResults, (ctx, { query }) => showResults(ctx, query)),
  handle(getRevenue, (ctx, { query }) => showRevenue(ctx, query)),
  handle(getDisputes, (ctx, { query }) => showDisputes(ctx, query)),
  handle(getSettlements, (ctx, { query }) => showSettlements(ctx, query)),
  handle(operations.getOperations, ({ services, now }) => showOperations(services, now)),
  handle(getInstallations, ({ services, now }) => showInstallations(services, now)),
  handleLogged(operations.retryJob, async ({ db, services }, { body }) => {
    const job = await services.jobs.retryDead(db, body.id);
    if (job === null) throw fail("staff_item_gone");
    return { answer: { job }, log: { action: "job_retried", subject: `job:${job}`, detail: { id: body.id } } };
  }),
  handleLogged(operations.retryJobs, async ({ db, services }, { body: { job } }) => {
    const count = await services.jobs.retryAllDead(db, job, operations.retriedAtOnce);
    if (count === 0) throw fail("staff_item_gone");
    return { answer: { count }, log: { action: "job_retried", subject: `job:${job}`, detail: { count } } };
  }),
];
