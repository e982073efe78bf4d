import { z } from "zod";
import { proveLedger } from "#server/features/credits/jobs.ts";
import { sendMailJob } from "#server/features/notifications/send-mail.ts";
import { checkPayments } from "#server/features/payments/jobs.ts";
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
  sendMailJob,
  sandboxWebhook,
  checkPayments,
  proveLedger,
  forgetKeys,
] as unknown as readonly Job[];
