import { sql } from "kysely";
import { banConfirmDays } from "#contract/complaints.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { defineFeature } from "#server/feature.ts";
import { receiveMail } from "./complaints/receive-mail.ts";
import { complaintsRoutes } from "./complaints/routes.ts";
import { contentNoticesRoutes } from "./content-notices/routes.ts";
import { stateRefusal } from "./decisions/issue-statement.ts";
import { decisionsRoutes } from "./decisions/routes.ts";
import { countFair } from "./fair/count-day.ts";
import { warnContacts, withdrawWarnings } from "./fraud/warn-contacts.ts";
import { keepReportedPhoto, purgeReports } from "./keep-reported.ts";
import { hiddenContactsRoutes } from "./known-people/routes.ts";
import { separatePair } from "./known-people/separate-pair.ts";
import { memberData } from "./member-data.ts";
import { moderationRoutes } from "./routes.ts";
import { endSuspensions } from "./sanctions/jobs.ts";
import { endSharedDates, remindOfDates } from "./shared-dates/jobs.ts";
import { sharedDatesRoutes } from "./shared-dates/routes.ts";
import { serveTransparencyCsv } from "./transparency/serve-csv.ts";

export { answerComplaint } from "./complaints/answer-complaint.ts";
export { banSender } from "./complaints/ban-requests.ts";
export { findComplaints, listComplaints, listEarlierComplaints, listThreads } from "./complaints/list-complaints.ts";
export { readNumber, senderOf } from "./complaints/rules.ts";
export {
  closeComplaint,
  findAddressOwners,
  findComplaintsOfStrangers,
  findLettersTo,
  moveToDesk,
  setTopic,
} from "./complaints/store.ts";
export { askByComplaint, writeToMember } from "./complaints/write-to-member.ts";
export { answerNotice, askNotifier, hasDecidedBefore } from "./content-notices/answer-notice.ts";
export { nameReported } from "./content-notices/name-member.ts";
export { noticeOpenUntil, reopenNotice } from "./content-notices/report-again.ts";
export { findNoticesBy, findNoticesOf } from "./content-notices/store.ts";
export { issueStatement } from "./decisions/issue-statement.ts";
export type { StatedContent } from "./decisions/mail-statement.ts";
export { answerObjection } from "./decisions/objections.ts";
export {
  appealPhotoFile,
  appealVoiceFile,
  countReportOutcomes,
  decidedPhotoFile,
  findAllStatements,
  findInForce,
  findObjections,
  findOwnerOf,
  findToldReporters,
  isObjectedTo,
} from "./decisions/store.ts";
export { takeDownIntroduction } from "./decisions/take-down-introduction.ts";
export { sealReportedCopy, takeDownChatPhoto, takeDownPhoto } from "./decisions/take-down-photo.ts";
export { takeDownVoice } from "./decisions/take-down-voice.ts";
export { countFairDay } from "./fair/count-day.ts";
export {
  openedChatPhotoFile,
  openReport,
  reportedIntroductionFile,
  reportedPhotoFile,
  reportedVoiceFile,
  settleReports,
} from "./manage-reports.ts";
export { shownSubject } from "./rules.ts";
export { liftSanction, restoreMember, takeDecisionBack } from "./sanctions/restore-member.ts";
export { sanctionMember } from "./sanctions/sanction-member.ts";
export { repeatStanding, standingOf, standingSchema } from "./sanctions/standing.ts";
export { lockMember } from "./sanctions/store.ts";
export { anonymiseReports, findDecidedTogether, findReportsOf, setDanger, unsetDanger, urgencyOf } from "./store.ts";

export const moderation = defineFeature({
  routes: [
    ...contentNoticesRoutes,
    ...moderationRoutes,
    ...hiddenContactsRoutes,
    ...sharedDatesRoutes,
    ...decisionsRoutes,
    ...complaintsRoutes,
  ],
  jobs: [
    separatePair,
    purgeReports,
    endSuspensions,
    warnContacts,
    withdrawWarnings,
    countFair,
    remindOfDates,
    endSharedDates,
  ],
  memberData,
  endpoints: [serveTransparencyCsv, receiveMail],
  hooks: {
    photoDeleted: keepReportedPhoto,
    programRefused: stateRefusal,
  },
  retention: [
    // members can make claims for a year
    {
      table: "reports",
      column: "closed_at",
      keepDays: 365,
      where: () => sql`status = 'closed' and photo_until is null`,
    },
    // it may explain a later, harder decision; that of a ban that stands is deleted with the account
    {
      table: "statements",
      column: "created_at",
      keepDays: 730,
      where: (now) => sql`(decision <> 'banned' or lifted_at is not null) and (until is null or until < ${now})
        and (objected_at is null or answered_at < ${daysBefore(now, 365)})`,
    },
    { table: "complaints", column: "closed_at", keepDays: 365 },
    {
      table: "complaints",
      column: "created_at",
      keepDays: banConfirmDays,
      where: () => sql`kind = 'ban' and proven_address is null and closed_at is null`,
    },
    // daily for thirteen months, then the last day of each month; a site's newest one says how the next one goes on
    {
      table: "fair_days",
      column: "day",
      isDay: true,
      keepDays: 396,
      where: () => sql`exists (select from fair_days later where later.site_id = fair_days.site_id
        and later.day > fair_days.day and later.day < date_trunc('month', fair_days.day) + interval '1 month')`,
    },
    // whose notifier did not answer: without a place there is nothing to decide on
    {
      table: "content_notices",
      column: "asked_at",
      keepDays: 365,
      where: () => sql`decided_at is null and replied_at is null`,
    },
    {
      table: "content_notices",
      column: "decided_at",
      keepDays: 365,
      where: (now) => sql`(objected_at is null or answered_at < ${daysBefore(now, 365)})`,
    },
  ],
});
