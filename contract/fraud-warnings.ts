import { z } from "zod";
import { defineCall } from "./call.ts";
import type { Ground } from "./decisions.ts";

/** A ban for one of these is told to the members who exchanged messages with the banned member. */
export const fraudGrounds = ["scam", "fake", "advertising"] as const satisfies readonly Ground[];

/** Messages so many days before a ban count. */
export const fraudWarningDays = 90;

export const fraudWarning = z.object({
  name: z.string(),
  ground: z.enum(fraudGrounds),
  last_at: z.iso.datetime(),
  /** Credits that came back for what the caller sent this member. */
  credits: z.int(),
  warned_at: z.iso.datetime(),
  /** The ban was lifted: it was a mistake; the credits stay. */
  lifted: z.boolean(),
  help: z.url(),
});

export const getFraudWarning = defineCall({
  method: "GET",
  path: "/api/fraud-warning.php",
  summary: "What the caller was told about a member who was banned for fraud, and what to do (R10.02).",
  who: "member",
  query: z.object({ id: z.uuid("invalid") }),
  answer: z.object({ warning: fraudWarning }),
  errors: ["warning_not_found"],
});
