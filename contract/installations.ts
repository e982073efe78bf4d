import { z } from "zod";
import { defineCall } from "./call.ts";
import { adminRoles } from "./constants.ts";
import { ground } from "./decisions.ts";
import { queueState } from "./office.ts";
import { overviewRow } from "./overview.ts";

/** What an installation knows to be wrong with itself. */
export const ownAlerts = ["worker", "dead_letters", "audit_log"] as const;

/** How an installation is: what waits for its staff, what is wrong, and the present month (UTC) of its sites. */
const installationState = z.object({
  at: z.iso.datetime(),
  version: z.string(),
  queues: z.array(queueState),
  alerts: z.array(z.enum(ownAlerts)),
  sites: z.array(overviewRow),
});
export type InstallationState = z.output<typeof installationState>;

export const getProgramInstallation = defineCall({
  method: "GET",
  path: "/api/program-installation.php",
  summary: "Queues, alerts and figures of this whole installation, for another one of the operator (R13.05).",
  who: "program",
  scope: "team",
  answer: installationState,
});

const keyed = z.string().regex(/^[0-9a-f]{64}$/);

export const getProgramRefusals = defineCall({
  method: "GET",
  path: "/api/program-refusals.php",
  summary:
    "Keyed hashes of what this installation refuses: pictures that no site may show, and mailboxes that staff banned (R13.05).",
  who: "program",
  scope: "refusals",
  answer: z.object({
    /** The same at two installations if they have the same `SECRET`: else no hash would match. */
    check: keyed,
    pictures: z.array(
      z.object({
        /** Of the file, and of each fingerprint. */
        hashes: z.array(keyed),
        ground,
        decision: z.uuid(),
        at: z.iso.datetime(),
      }),
    ),
    /** Its site's number is part of what is hashed: a ban binds its site. */
    mailboxes: z.array(z.object({ hash: keyed, at: z.iso.datetime() })),
  }),
});

/**
 * `silent`: no answer within two seconds, or it has a fault; `refused`: the API key does not allow it;
 * `unfit`: an answer in a form that this version does not know.
 */
export const installationAnswers = ["answers", "silent", "refused", "unfit"] as const;

const otherInstallation = z.object({
  /** Its host. */
  name: z.string(),
  answer: z.enum(installationAnswers),
  /** When it last answered; null: never. */
  answered_at: z.iso.datetime().nullable(),
  /** When its refusals were last taken over; null: never. */
  pulled_at: z.iso.datetime().nullable(),
  /** Null unless it answers. */
  state: installationState.nullable(),
});
export type OtherInstallation = z.output<typeof otherInstallation>;

export const getInstallations = defineCall({
  method: "GET",
  path: "/api/staff-installations.php",
  summary: "Queues, alerts and figures of this installation, and of the operator's other ones as they answer now.",
  who: "staff",
  roles: adminRoles,
  answer: z.object({ here: installationState, others: z.array(otherInstallation) }),
});
