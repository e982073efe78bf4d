import { defineFeature } from "#server/feature.ts";
import { purgeReports } from "./jobs.ts";
import { keepReportedPhoto } from "./keep-reported-photo.ts";
import { memberData } from "./member-data.ts";
import { moderationRoutes } from "./routes.ts";
import { anonymiseReports } from "./store.ts";

export {
  listReports,
  openReport,
  reportedPhotoFile,
  settleReport,
  settleReports,
  showReports,
  showReportsById,
} from "./manage-reports.ts";
export { pausedFailure } from "./rules.ts";
export { findReportsBy, findReportsPause } from "./store.ts";

export const moderation = defineFeature({
  routes: moderationRoutes,
  jobs: [purgeReports],
  memberData,
  hooks: { photoDeleted: keepReportedPhoto, accountErased: anonymiseReports },
});
