import { z } from "zod";
import { defineCall } from "./call.ts";
import { reportReasons, reportSubjects } from "./moderation.ts";
import { programKinds } from "./program-kinds.ts";
import { freeText } from "./text.ts";

/** The rules that a decision of the team can be based on; `locales/<lang>/decisions.json` has their words. */
export const grounds = [
  "danger",
  "explicit",
  "intimate",
  "minor",
  "child_abuse",
  "someone_else",
  "contact_details",
  "advertising",
  "harassment",
  "hatred",
  "scam",
  "fake",
  "underage",
  "misuse",
  "illegal",
  "charged_back",
  "other",
] as const;
export const ground = z.enum(grounds);
export type Ground = z.output<typeof ground>;
/** Pictures that are refused on all sites of the installation once staff have rejected them. */
export const refusedEverywhere: readonly Ground[] = ["intimate", "minor", "child_abuse", "underage"];
/** A picture or a recording that is removed for this is sealed for the police. */
export const sealedGround: Ground = "child_abuse";
export const staffGrounds = grounds.filter((each) => each !== "charged_back");

export const decisionKinds = [
  "photo_rejected",
  "chat_photo_rejected",
  "voice_rejected",
  "introduction_rejected",
  "text_rejected",
  "warned",
  "muted",
  "suspended",
  "banned",
  "reports_paused",
  "question_rejected",
  "text_removed",
  "restored",
  "warning_withdrawn",
  "rejection_withdrawn",
  "report_acted",
  "report_kept",
  "danger_checked",
  "danger_helped",
  ...programKinds,
] as const;
export const decisionKind = z.enum(decisionKinds);
export type DecisionKind = z.output<typeof decisionKind>;

/** Something of a member's was rejected, which holds for good: an entry under "Updates" says so itself. */
export const rejectionKinds = [
  "photo_rejected",
  "chat_photo_rejected",
  "voice_rejected",
  "introduction_rejected",
  "text_rejected",
  "question_rejected",
  "text_removed",
] as const satisfies readonly DecisionKind[];

/** How the team came to know of what it decided on. `program`: one pointed it out, or decided by itself. */
export const statementSources = ["notice", "own_initiative", "program"] as const;
export type StatementSource = (typeof statementSources)[number];
/** What a report is about as people see it: one of a member that names a call with them is about the call (R12.02). */
export const shownSubjects = [...reportSubjects, "call"] as const;
export type ShownSubject = (typeof shownSubjects)[number];
export const statementSubjects = [...shownSubjects, "text", "voice"] as const;
export type StatementSubject = (typeof statementSubjects)[number];

/** The section of the terms with the rule of each ground (DSA, article 17(3)(e)), named in `decisions.json`. */
export const clauseOf = {
  danger: "s3",
  explicit: "s3",
  intimate: "s3",
  minor: "s3",
  child_abuse: "s3",
  someone_else: "s3",
  contact_details: "s3",
  advertising: "s3",
  harassment: "s3",
  hatred: "s3",
  scam: "s3",
  fake: "s3",
  underage: "s2",
  misuse: "s9",
  illegal: "s9",
  charged_back: "s9",
  other: "s3",
} as const satisfies Record<Ground, string>;

/** The Commission's list of certified bodies for out-of-court dispute settlement (DSA, article 21(8)). */
export const settlementBodiesUrl = "https://digital-strategy.ec.europa.eu/en/policies/dsa-out-court-dispute-settlement";

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
  words: z.string(),
  /** How the team came to know; null: for the reporter, who knows, or nothing was held against the member. */
  source: z.enum(statementSources).nullable(),
  /** What it is about, for the member whose it is; null: no single thing. */
  content: z
    .object({
      about: z.enum(statementSubjects),
      text: z.string(),
      /** When it was sent or uploaded; null: not known. */
      at: z.iso.datetime().nullable(),
    })
    .nullable(),
  until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** The caller's own report that it answers; null: it answers none, or the report is deleted. */
  report: z.uuid().nullable(),
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

export const decisionsShown = 100;

export const getDecisions = defineCall({
  method: "GET",
  path: "/api/decisions.php",
  summary: "What the team decided about the caller, and about what they reported, newest first (D11.2).",
  who: "member",
  whileClosed: true,
  answer: z.object({
    decisions: z.array(decision).max(decisionsShown),
    reports: z.array(
      z.object({
        id: z.uuid(),
        /** The reported member; null: their account is deleted. */
        member: z.object({ name: z.string(), fictional: z.boolean(), automatic: z.boolean() }).nullable(),
        about: z.enum(shownSubjects),
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
  whileClosed: true,
  rate: "report",
  body: z.object({ id: z.uuid("invalid"), text: freeText(objectionLength) }),
  answer: z.object({ decision }),
  errors: ["decision_not_found", "objection_over", "reports_paused"],
});

const token = z.string({ error: "required" }).max(100, "invalid");

export const getStatement = defineCall({
  method: "GET",
  path: "/api/statement.php",
  summary: "One decision, by the link in its mail, for a member who can't log in any more (D11.2).",
  who: "anyone",
  whileClosed: true,
  query: z.object({ token }),
  answer: z.object({ decision }),
  errors: ["decision_not_found"],
});

export const objectByLink = defineCall({
  method: "POST",
  path: "/api/statement.php",
  summary: "Object to a decision by the link in its mail, once, within six months (D11.2).",
  who: "anyone",
  whileClosed: true,
  rate: "report",
  body: z.object({ token, text: freeText(objectionLength) }),
  answer: z.object({ decision }),
  errors: ["decision_not_found", "objection_over", "reports_paused"],
});
