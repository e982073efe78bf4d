import { defineFeature } from "#server/feature.ts";
import { type MemberData, memberTable, secret, technical } from "#server/member-data.ts";
import { receiveFeedback } from "./mail-feedback/receive-feedback.ts";
import { feedbackKeptDays } from "./mail-feedback/rules.ts";
import { sendPushJob } from "./push-notices.ts";
import { pushRing } from "./push-ring.ts";
import { notificationsRoutes } from "./routes.ts";
import { sendNoticesJob } from "./send-notices.ts";
import { sendDigests } from "./send-weekly.ts";
import { oneClickUnsubscribe } from "./unsubscribe.ts";

export { notify, wantsNotice } from "./notify.ts";
export { preferencesOf, setPreference } from "./preferences.ts";
export { stopMails } from "./preferences-store.ts";
export { pushReminder } from "./push-reminder.ts";
export { localTimeIn } from "./quiet-hours.ts";
export { sendNoticesJob } from "./send-notices.ts";
export { sendWeekly, type WeeklyContent } from "./send-weekly.ts";
export { unsubscribeToken } from "./unsubscribe.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
const memberData: readonly MemberData[] = [
  memberTable("notification_preferences", "account_id", { orderBy: "changed_at" }),
  memberTable("push_subscriptions", "account_id", {
    withheld: { id: technical, session_id: technical, endpoint: secret, p256dh: secret, auth: secret },
    orderBy: "created_at",
  }),
  memberTable("notices", "member_id", { memberIdColumns: ["from_id"], orderBy: "happened_at" }),
  memberTable("notices_sent", "account_id", { orderBy: "sent_at" }),
  memberTable("weekly_mails", "account_id", { orderBy: "written_at" }),
  memberTable("mail_feedback", "account_id", {
    withheld: { mail_id: technical, mail_epoch: technical },
    orderBy: "at",
  }),
];

export const notifications = defineFeature({
  routes: notificationsRoutes,
  endpoints: [oneClickUnsubscribe, receiveFeedback],
  jobs: [sendPushJob, sendNoticesJob, sendDigests],
  memberData,
  hooks: { memberRung: pushRing },
  retention: [
    { table: "notices", column: "happened_at", keepDays: 7 },
    { table: "notices_sent", column: "sent_at", keepDays: 7 },
    { table: "mail_feedback", column: "at", keepDays: feedbackKeptDays },
  ],
});
