import { z } from "zod";
import { forgetAccess } from "#server/features/access/jobs.ts";
import { sendWayIn } from "#server/features/access/request-way-in.ts";
import { proveLedger } from "#server/features/credits/jobs.ts";
import { forgetReports } from "#server/features/moderation/jobs.ts";
import { sendMailJob } from "#server/features/notifications/send-mail.ts";
import { forgetNoticesJob, sendNoticesJob } from "#server/features/notifications/send-notices.ts";
import { sendPushJob } from "#server/features/notifications/send-push.ts";
import { forgetChallenges } from "#server/features/passkeys/jobs.ts";
import { checkPayments } from "#server/features/payments/jobs.ts";
import { removePhotoFiles, removeUnfinishedPhoto } from "#server/features/photos/jobs.ts";
import { eraseAccounts, forgetDownloads } from "#server/features/privacy/jobs.ts";
import { prepareDownload } from "#server/features/privacy/prepare-download.ts";
import { tellTextShown } from "#server/features/profiles/jobs.ts";
import { forgetVisits } from "#server/features/visitors/jobs.ts";
import { forgetOldKeys } from "#server/http/idempotency.ts";
import { defineJob, type Job } from "#server/jobs/jobs.ts";
import { sandboxWebhook } from "#server/ports/payments/sandbox-webhook.ts";

const forgetKeys = defineJob({
  name: "forget-keys",
  data: z.object({}),
  every: "17 4 * * *",
  run: ({ db, clock }) => forgetOldKeys(db, clock.now()),
});

/** Every job of the product; the start makes a queue for each. */
export const allJobs = [
  sendWayIn,
  sendMailJob,
  sendPushJob,
  sendNoticesJob,
  sandboxWebhook,
  checkPayments,
  proveLedger,
  removePhotoFiles,
  removeUnfinishedPhoto,
  tellTextShown,
  forgetKeys,
  forgetAccess,
  forgetNoticesJob,
  forgetVisits,
  forgetReports,
  forgetChallenges,
  prepareDownload,
  forgetDownloads,
  eraseAccounts,
] as unknown as readonly Job[];
