import { defineFeature } from "#server/feature.ts";
import { purgeComplaints } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { complaintsRoutes } from "./routes.ts";

export { answerComplaint } from "./answer-complaint.ts";
export { banRequestPath } from "./ban-link.ts";
export { banSender } from "./ban-sender.ts";
export { complaintPath } from "./complaint-link.ts";
export { findComplaints, listComplaints, listEarlierComplaints, listThreads } from "./list-complaints.ts";
export { senderOf } from "./rules.ts";
export { closeComplaint, listOpenComplaints, moveToDesk } from "./store.ts";

export const complaints = defineFeature({
  routes: complaintsRoutes,
  jobs: [purgeComplaints],
  memberData,
});
