import { z } from "zod";
import { purgeAccess } from "#server/features/access/jobs.ts";
import { reconcileLedger } from "#server/features/credits/jobs.ts";
import { purgeReports } from "#server/features/moderation/jobs.ts";
import { sendMailJob } from "#server/features/notifications/send-mail.ts";
import { purgeNoticesJob, sendNoticesJob } from "#server/features/notifications/send-notices.ts";
import { sendPushJob } from "#server/features/notifications/send-push.ts";
import { purgeChallenges } from "#server/features/passkeys/jobs.ts";
import { checkPayments } from "#server/features/payments/jobs.ts";
import { removePhotoFiles, removeUnfinishedPhoto } from "#server/features/photos/jobs.ts";
import { eraseAccounts, purgeDownloads } from "#server/features/privacy/jobs.ts";
import { prepareDownload } from "#server/features/privacy/prepare-download.ts";
import { notifyTextShown } from "#server/features/profiles/jobs.ts";
import { purgeVisits } from "#server/features/visitors/jobs.ts";
import { deleteOldKeys } from "#server/http/idempotency.ts";
import { defineJob, type Job } from "#server/jobs/jobs.ts";
import { sandboxWebhook } from "#server/ports/payments/sandbox-webhook.ts";
import { sendRecovery } from "./access/request-recovery.ts";

const forgetKeys = defineJob({
  name: "forget-keys",
  data: z.object({}),
  every: "17 4 * * *",
  run: ({ db, clock }) => deleteOldKeys(db, clock.now()),
});

/** Every job of the product; the start makes a queue for each. */
export const allJobs = [
  sendRecovery,
  sendMailJob,
  sendPushJob,
  sendNoticesJob,
  sandboxWebhook,
  checkPayments,
  reconcileLedger,
  removePhotoFiles,
  removeUnfinishedPhoto,
  notifyTextShown,
  forgetKeys,
  purgeAccess,
  purgeNoticesJob,
  purgeVisits,
  purgeReports,
  purgeChallenges,
  prepareDownload,
  purgeDownloads,
  eraseAccounts,
] as unknown as readonly Job[];
