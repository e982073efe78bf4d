import type { Job } from "#server/jobs/jobs.ts";
import { completeLater } from "#server/ports/payments/sandbox/outcomes.ts";
import { lateSandboxWebhook, sandboxWebhook } from "#server/ports/payments/sandbox/webhook.ts";
import { features } from "./index.ts";
import { purgeOldRows } from "./retention.ts";

/** Every job of the product; the start creates a queue for each. */
export const allJobs: readonly Job[] = [
  ...features.flatMap((feature) => feature.jobs ?? []),
  sandboxWebhook,
  lateSandboxWebhook,
  completeLater,
  purgeOldRows,
];
