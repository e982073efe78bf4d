import { z } from "zod";
import { defineCall } from "./call.ts";
import { reportReasons, reportSubjects } from "./moderation.ts";
import { freeText } from "./text.ts";

/** The rules that a decision of the team can be based on; `locales/<lang>/decisions.json` has their words. */
export const grounds = [
  "explicit",
  "minor",
  "someone_else",
  "contact_details",
  "advertising",
  "harassment",
  "scam",
  "fake",
  "underage",
  "other",
] as const;
export const ground = z.enum(grounds);
export type Ground = z.output<typeof ground>;

/** What the team decides about a member, or answers to a report. */
export const decisionKinds = [
  "photo_rejected",
  "chat_photo_rejected",
  "text_rejected",
  "warned",
  "muted",
  "suspended",
  "banned",
  "restored",
  "report_acted",
  "report_kept",
] as const;
export const decisionKind = z.enum(decisionKinds);
export type DecisionKind = z.output<typeof decisionKind>;

/** Days within which a decision can be objected to (DSA, article 20: six months). */
export const objectionDays = 183;
/** Maximum characters of an objection, and of the team's own words. */
export const objectionLength = 2000;

/** A statement of reasons (DSA, article 17). */
export const decision = z.object({
  id: z.uuid(),
  decision: decisionKind,
  /** The rule that it is based on; null: none was broken. */
  ground: ground.nullable(),
  /** What the team adds in its own words; may be empty. */
  words: z.string(),
  /** When the measure ends; null: it has no end. */
  until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** Until when the caller can object; null: they did, or the time is over. */
  object_until: z.iso.datetime().nullable(),
  objection: z
    .object({
      text: z.string(),
      at: z.iso.datetime(),
      /** Another person's answer; null: it is still being looked at. */
      answer: z.object({ upheld: z.boolean(), text: z.string(), at: z.iso.datetime() }).nullable(),
    })
    .nullable(),
});
export type Decision = z.output<typeof decision>;

/** The most decisions that are listed. */
export const decisionsShown = 100;

export const getDecisions = defineCall({
  method: "GET",
  path: "/api/decisions.php",
  summary: "What the team decided about the caller, and about what they reported, newest first (D11.2).",
  who: "member",
  answer: z.object({
    decisions: z.array(decision).max(decisionsShown),
    /** What the caller reported, newest first. */
    reports: z.array(
      z.object({
        id: z.uuid(),
        about: z.enum(reportSubjects),
        reason: z.enum(reportReasons),
        open: z.boolean(),
        created_at: z.iso.datetime(),
      }),
    ),
  }),
});

export const objectToDecision = defineCall({
  method: "POST",
  path: "/api/objection.php",
  summary: "Object to a decision, once, within six months: another person of the team looks at it again (D11.2).",
  who: "member",
  rate: "report",
  body: z.object({ id: z.uuid("invalid"), text: freeText(objectionLength) }),
  answer: z.object({ decision }),
  errors: ["decision_not_found", "objection_over"],
});

const token = z.string({ error: "required" }).max(100, "invalid");

export const getStatement = defineCall({
  method: "GET",
  path: "/api/statement.php",
  summary: "One decision, by the link in its mail, for a member who can't log in any more (D11.2).",
  who: "anyone",
  query: z.object({ token }),
  answer: z.object({ decision }),
  errors: ["decision_not_found"],
});

export const objectByLink = defineCall({
  method: "POST",
  path: "/api/statement.php",
  summary: "Object to a decision by the link in its mail, once, within six months (D11.2).",
  who: "anyone",
  rate: "report",
  body: z.object({ token, text: freeText(objectionLength) }),
  answer: z.object({ decision }),
  errors: ["decision_not_found", "objection_over"],
});
