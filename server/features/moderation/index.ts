import { defineFeature } from "#server/feature.ts";
import { purgeComplaints } from "./complaints/jobs.ts";
import { memberData as complaintsData } from "./complaints/member-data.ts";
import { complaintsRoutes } from "./complaints/routes.ts";
import { purgeContentNotices } from "./content-notices/jobs.ts";
import { contentNoticesRoutes } from "./content-notices/routes.ts";
import { purgeStatements } from "./decisions/jobs.ts";
import { memberData as decisionsData } from "./decisions/member-data.ts";
import { decisionsRoutes } from "./decisions/routes.ts";
import { stateRefusal } from "./decisions/state-refusal.ts";
import { purgeReports } from "./jobs.ts";
import { keepReportedPhoto } from "./keep-reported-photo.ts";
import { memberData as moderationData } from "./member-data.ts";
import { moderationRoutes } from "./routes.ts";
import { endSuspensions } from "./sanctions/jobs.ts";
import { recordStanding } from "./sanctions/standing.ts";
import { transparencyRoutes } from "./transparency/routes.ts";
import { serveTransparencyCsv } from "./transparency/serve-csv.ts";

export { answerComplaint } from "./complaints/answer-complaint.ts";
export { banRequestPath } from "./complaints/ban-link.ts";
export { banSender } from "./complaints/ban-sender.ts";
export { complaintPath } from "./complaints/complaint-link.ts";
export { findComplaints, listComplaints, listEarlierComplaints, listThreads } from "./complaints/list-complaints.ts";
export { senderOf } from "./complaints/rules.ts";
export { closeComplaint, moveToDesk } from "./complaints/store.ts";
export { answerNotice, hasDecidedBefore } from "./content-notices/answer-notice.ts";
export { findNoticesOf } from "./content-notices/store.ts";
export { answerObjection } from "./decisions/answer-objection.ts";

export { issueStatement } from "./decisions/issue-statement.ts";
export type { StatedContent } from "./decisions/mail-statement.ts";
export {
  countReportOutcomes,
  findAllStatements,
  findInForce,
  findObjections,
  findOwnerOf,
  isObjectedTo,
} from "./decisions/store.ts";
export { takeDownChatPhoto, takeDownPhoto } from "./decisions/take-down-photo.ts";
export {
  openReport,
  reportedPhotoFile,
  settleReports,
  showReports,
  showReportsById,
} from "./manage-reports.ts";
export { applyStandings } from "./sanctions/apply-standings.ts";
export { liftSanction, restoreMember } from "./sanctions/restore-member.ts";
export { sanctionMember } from "./sanctions/sanction-member.ts";
export { readStandings } from "./sanctions/standing.ts";
export { lockMember } from "./sanctions/store.ts";
export { anonymiseReports } from "./store.ts";

export const moderation = defineFeature({
  routes: [
    ...contentNoticesRoutes,
    ...moderationRoutes,
    ...decisionsRoutes,
    ...complaintsRoutes,
    ...transparencyRoutes,
  ],
  jobs: [purgeContentNotices, purgeReports, purgeStatements, endSuspensions, recordStanding, purgeComplaints],
  memberData: [...moderationData, ...decisionsData, ...complaintsData],
  endpoints: [serveTransparencyCsv],
  hooks: {
    photoDeleted: keepReportedPhoto,
    programRefused: stateRefusal,
  },
});
