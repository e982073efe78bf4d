import { z } from "zod";
import { defineCall } from "./call.ts";
import { image, memberId } from "./profiles.ts";
import { freeText } from "./text.ts";

const toMember = z.object({ id: memberId });

export const block = z.object({
  id: z.uuid(),
  name: z.string(),
  fictional: z.boolean(),
  /** Only its smallest file can be loaded; null if the other member has blocked the caller too, or has no photo. */
  main_image: image.nullable(),
  created_at: z.iso.datetime(),
});
export type Block = z.output<typeof block>;

export const getBlocks = defineCall({
  method: "GET",
  path: "/api/blocks.php",
  summary: "The members the caller has blocked, newest first.",
  who: "member",
  whileClosed: true,
  answer: z.object({ blocks: z.array(block) }),
});

export const blockMember = defineCall({
  method: "POST",
  path: "/api/block.php",
  summary:
    "Block a member: their likes, their match and their chat are deleted, and neither sees the other any more (R6.07).",
  who: "member",
  key: "honoured",
  button: true,
  body: toMember,
  answer: z.object({ blocked: z.boolean() }),
  errors: ["profile_not_found", "own_profile"],
});

export const unblockMember = defineCall({
  method: "DELETE",
  path: "/api/block.php",
  summary: "Lift a block: the two can see each other again; what was deleted stays deleted.",
  who: "member",
  key: "honoured",
  body: toMember,
  answer: z.object({ blocked: z.boolean() }),
});

/** What about a member can be reported. */
export const reportSubjects = ["profile", "chat", "photo", "message", "question"] as const;
export type ReportSubject = (typeof reportSubjects)[number];
/** The reasons; `locales/<lang>/moderation.json` has their words. */
export const reportReasons = [
  "danger",
  "harassment",
  "scam",
  "fake",
  "explicit",
  "intimate",
  "underage",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];
/**
 * Staff see these reports first, in this order: a life, a child, then the rest. The call accepts them from every member
 * (DSA, article 18).
 */
export const urgentReasons: readonly ReportReason[] = ["danger", "underage", "intimate"];
export const reportTextLength = 1000;

export const reportMember = defineCall({
  method: "POST",
  path: "/api/report.php",
  summary:
    "Report a member, the chat with them, one of their messages, photos or questions to the site's staff (D11.2). A repeat changes the open report.",
  who: "member",
  rate: "report",
  button: true,
  body: z.object({
    member: memberId,
    about: z.enum(reportSubjects, "unknown_option"),
    /** The id in the photo's address; only for a report about a photo. */
    photo: z.uuid("invalid").toLowerCase().optional(),
    /** The id of a message that the member wrote to the caller; only for a report about a message. */
    message: z.uuid("invalid").toLowerCase().optional(),
    /** The id of a question on the member's profile; only for a report about a question. */
    question: z.uuid("invalid").toLowerCase().optional(),
    /** A call with the member, for a report about their profile. One that is not kept any more is left out. */
    talk: z.uuid("invalid").toLowerCase().optional(),
    reason: z.enum(reportReasons, "unknown_option"),
    text: freeText(reportTextLength).or(z.literal("")).default(""),
    /** The reported message is not quoted to its author, who could tell from it who reported it. */
    unquoted: z.boolean("invalid").default(false),
  }),
  answer: z.object({ report: z.uuid(), changed: z.boolean() }),
  errors: [
    "profile_not_found",
    "own_profile",
    "conversation_not_found",
    "photo_not_found",
    "message_not_found",
    "question_not_found",
    "reports_paused",
  ],
});
