import type { StaffRole } from "#contract/constants.ts";
import * as contract from "#contract/office.ts";
import { ageAt } from "#server/ages.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { findChatPhotos } from "./case-store.ts";
import {
  decideChatPhoto,
  decideComplaint,
  decideObjection,
  decidePaymentIssue,
  decideReview,
  decideText,
  decideWithdrawal,
} from "./decide-case.ts";
import { decidePhoto } from "./decide-photo.ts";
import { decideReports, openReportedChat } from "./decide-reports.ts";
import { handOver } from "./hand-over.ts";
import { carryOutCredits } from "./members/change-credits.ts";
import { carryOutRefund } from "./members/refund-by-staff.ts";
import { findPhotos } from "./photo-queue-store.ts";
import { decideProposal } from "./proposals/decide-proposal.ts";
import { handleDecision, handleTake } from "./queue.ts";
import { deleteClaim, findWaiting } from "./queue-store.ts";
import { filePath } from "./serve-files.ts";
import {
  openComplaints,
  showComplaints,
  showIssues,
  showObjections,
  showPhoto,
  showProposals,
  showReviews,
  showTexts,
  showWithdrawals,
} from "./show-cases.ts";
import { showReportItems } from "./show-reports.ts";
import { carryOutSiteChange } from "./sites/change-by-staff.ts";
import { carryOutCode, carryOutCodeOn } from "./sites/codes.ts";
import { handleLogged } from "./staff/audit.ts";
import { decideAge, decideVerification, showDocuments, showSelfies } from "./verifications.ts";

/** How each kind of proposal is carried out once a second person has confirmed it. */
const carryOut = {
  credits: carryOutCredits,
  refund: carryOutRefund,
  site: carryOutSiteChange,
  code: carryOutCode,
  code_on: carryOutCodeOn,
};

const mayWorkOn = (role: StaffRole) => (name: contract.QueueName) =>
  (contract.queueRoles[name] as readonly StaffRole[]).includes(role);

export const officeRoutes: Handler[] = [
  handle(contract.getQueues, async ({ db, staff, services }, { query: { queue } }) => {
    const names = contract.queueNames.filter((name) => mayWorkOn(staff.role)(name) && (!queue || name === queue));
    if (queue && names.length === 0) throw fail("staff_role_missing");
    const queues = await Promise.all(
      names.map(async (name) => {
        const { waiting, oldest } = await findWaiting(db, name, staff);
        return { name, waiting, oldest: oldest?.toISOString() ?? null, target_hours: services.config.queueHours[name] };
      }),
    );
    return { queues };
  }),
  handle(contract.releaseItem, async ({ db, staff }, { body }) => {
    await deleteClaim(db, { queue: body.queue, staff, item: body.id });
    return { ok: true };
  }),
  handleLogged(contract.handOverItem, (ctx, { body }) => handOver(ctx, body)),
  handleTake("photos", contract.takePhotos, async (db, ids, { now }) =>
    (await findPhotos(db, ids)).map((row) => showPhoto(row, now)),
  ),
  handleDecision("photos", contract.decidePhoto, decidePhoto),
  handleTake("chat_photos", contract.takeChatPhotos, async (db, ids, { now }) =>
    (await findChatPhotos(db, ids)).map(({ member_id, name, fictional, date_of_birth: dateOfBirth, ...photo }) => ({
      ...photo,
      age: ageAt(dateOfBirth, now),
      member: { id: member_id, name, fictional },
      image: filePath("chat", photo.id),
      caption: "",
      main: false,
    })),
  ),
  handleDecision("chat_photos", contract.decideChatPhoto, decideChatPhoto),
  handleTake("texts", contract.takeTexts, showTexts),
  handleDecision("texts", contract.decideText, decideText),
  handleTake("reports", contract.takeReports, showReportItems),
  handleDecision("reports", contract.decideReports, decideReports),
  handleLogged(contract.openReportedChat, (ctx, { body }) => openReportedChat(ctx, body.id)),
  handleTake("objections", contract.takeObjections, showObjections),
  handleDecision("objections", contract.decideObjection, decideObjection),
  handleTake("verifications", contract.takeSelfies, showSelfies),
  handleDecision("verifications", contract.decideSelfie, decideVerification),
  handleTake("ages", contract.takeDocuments, showDocuments),
  handleDecision("ages", contract.decideDocument, decideAge),
  handleTake("reviews", contract.takeReviews, showReviews),
  handleDecision("reviews", contract.decideReview, decideReview),
  handleTake("complaints", contract.takeComplaints, showComplaints),
  handleDecision("complaints", contract.decideComplaint, decideComplaint),
  handleLogged(contract.findComplaints, (ctx, { body }) => openComplaints(ctx, body.text)),
  handleTake("withdrawals", contract.takeWithdrawals, showWithdrawals),
  handleDecision("withdrawals", contract.decideWithdrawal, decideWithdrawal),
  handleTake("payments", contract.takePayments, showIssues),
  handleDecision("payments", contract.decidePaymentIssue, decidePaymentIssue),
  handleTake("proposals", contract.takeProposals, showProposals),
  handleDecision("proposals", contract.decideProposal, (ctx, body) => decideProposal(ctx, body, carryOut)),
];
