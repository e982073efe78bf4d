import { z } from "zod";
import { deleteOldKeys } from "#server/http/idempotency.ts";
import { defineJob, type Job } from "#server/jobs/jobs.ts";
import { completeLater } from "#server/ports/payments/sandbox/outcomes.ts";
import { lateSandboxWebhook, sandboxWebhook } from "#server/ports/payments/sandbox/webhook.ts";
import { features } from "./index.ts";

const purgeKeys = defineJob({
  name: "purge-keys",
  data: z.object({}),
  every: "17 4 * * *",
  run: ({ db, clock }) => deleteOldKeys(db, clock.now()),
});

/** Every job of the product; the start creates a queue for each. */
export const allJobs: readonly Job[] = [
  ...features.flatMap((feature) => feature.jobs ?? []),
  sandboxWebhook,
  lateSandboxWebhook,
  completeLater,
  purgeKeys,
];
