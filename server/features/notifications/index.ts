import { defineFeature } from "#server/feature.ts";
import { sendDigests } from "./digest.ts";
import { receiveFeedback } from "./mail-feedback/receive-feedback.ts";
import { feedbackKeptDays } from "./mail-feedback/rules.ts";
import { memberData } from "./member-data.ts";
import { oneClickUnsubscribe } from "./one-click-unsubscribe.ts";
import { notificationsRoutes } from "./routes.ts";
import { sendNoticesJob } from "./send-notices.ts";
import { sendPushJob } from "./send-push.ts";

export { notify, wantsNotice } from "./notify.ts";
export { preferencesOf, setPreference, stopMails } from "./preferences.ts";
export { sendNoticesJob } from "./send-notices.ts";
export { sendWeekly, type WeeklyContent } from "./send-weekly.ts";
export { unsubscribeToken } from "./unsubscribe-token.ts";

export const notifications = defineFeature({
  routes: notificationsRoutes,
  endpoints: [oneClickUnsubscribe, receiveFeedback],
  jobs: [sendPushJob, sendNoticesJob, sendDigests],
  memberData,
  retention: [
    { table: "notices", column: "happened_at", keepDays: 7 },
    { table: "notices_sent", column: "sent_at", keepDays: 7 },
    { table: "mail_feedback", column: "at", keepDays: feedbackKeptDays },
  ],
});
