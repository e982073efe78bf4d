import { z } from "zod";
import { defineCall } from "./call.ts";
import { adminRoles } from "./constants.ts";
import { queueState } from "./office.ts";

/** The parts of the product that are configured, replaced by a built-in stand-in, or off. */
export const partNames = ["database", "redis", "mail", "mail_feedback", "payments", "sms", "push", "demo"] as const;
/** `test`: it works for trying out only, such as a provider's test key. */
export const partStates = ["configured", "test", "stand_in", "off"] as const;

export const lastNames = ["worker", "mail", "webhook", "retention", "backup", "rehearsal"] as const;
type LastTimes = Record<(typeof lastNames)[number], z.ZodNullable<z.ZodISODateTime>>;

/** What a report says about a mail. A soft bounce may be temporary: the mailbox is full, or the server is busy. */
export const feedbackKinds = ["hard_bounce", "soft_bounce", "complaint", "unsubscribe", "delivered"] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

export const deadLettersShown = 100;

const count = z.int();

export const getOperations = defineCall({
  method: "GET",
  path: "/api/staff-operations.php",
  summary: "Jobs and dead letters, failures of mail and push, health, and what is configured; never secrets.",
  who: "staff",
  roles: adminRoles,
  answer: z.object({
    at: z.iso.datetime(),
    health: z.object({
      /** How long the database took to answer, in milliseconds. */
      database_ms: z.number(),
      /** Connections to it, of those it allows. */
      connections: count,
      most_connections: count,
      database_bytes: z.number(),
      /** Of this process: seconds since its start, and bytes of memory. */
      up_seconds: z.number(),
      memory_bytes: z.number(),
      version: z.string(),
      /** Seven letters; null: the process runs no checkout. */
      commit: z.string().nullable(),
      /** The free share of the disk with `DATA_DIR`; null: it can't be read. */
      disk_free: z.number().min(0).max(1).nullable(),
    }),
    /** The primary that this process uses, and the replicas that are connected to it. */
    replication: z.object({
      /** As the primary sees itself; null: over a socket. */
      address: z.string().nullable(),
      /** Grows by one with each failover or switchover. */
      timeline: count,
      replicas: z.array(
        z.object({
          name: z.string(),
          address: z.string().nullable(),
          /** Commits wait for this one. */
          synchronous: z.boolean(),
          behind_bytes: z.number(),
        }),
      ),
    }),
    last: z.object(Object.fromEntries(lastNames.map((name) => [name, z.iso.datetime().nullable()])) as LastTimes),
    parts: z.array(z.object({ name: z.enum(partNames), state: z.enum(partStates) })),
    queues: z.array(queueState),
    jobs: z.array(
      z.object({
        name: z.string(),
        waiting: count,
        /** Since when the first of those that are due waits; null: none is due. */
        due_since: z.iso.datetime().nullable(),
      }),
    ),
    dead: z.object({
      counts: z.array(z.object({ job: z.string(), count })),
      letters: z
        .array(
          z.object({
            id: z.uuid(),
            job: z.string(),
            at: z.iso.datetime(),
            attempts: count,
            /** The error, without addresses; the job's data is not shown. */
            error: z.string(),
          }),
        )
        .max(deadLettersShown),
    }),
    /** Reports about mails of the last day and the last 7 days. */
    feedback: z.array(z.object({ kind: z.enum(feedbackKinds), day: count, week: count })),
  }),
});

export const retryJob = defineCall({
  method: "POST",
  path: "/api/staff-jobs.php",
  summary: "Run a job of the dead letters again, from its first attempt on.",
  who: "staff",
  roles: adminRoles,
  body: z.object({ id: z.uuid("invalid") }),
  answer: z.object({ job: z.string() }),
  errors: ["staff_item_gone"],
});

export const retriedAtOnce = 500;

export const retryJobs = defineCall({
  method: "POST",
  path: "/api/staff-jobs-all.php",
  summary: "Run all dead letters of a job again, the oldest first, at most 500.",
  who: "staff",
  roles: adminRoles,
  body: z.object({ job: z.string().min(1, "required").max(100, "too_long") }),
  answer: z.object({ count }),
  errors: ["staff_item_gone"],
});
