import { z } from "zod";
import { linkToken } from "./auth.ts";
import { defineCall } from "./call.ts";
import { objectionLength } from "./decisions.ts";
import { reportReasons } from "./moderation.ts";
import { emailAddress, freeText, shortText } from "./text.ts";

export const noticeTextLength = 4000;
export const noticePlaceLength = 500;
export const noticeNameLength = 100;

/** The reason for which a notifier need not give a name and an address (DSA, article 16(2)(c)). */
export const namelessReason: (typeof reportReasons)[number] = "underage";

/** A field that is needed; it is named beside those that are wrong, so that all stand in one answer. */
const missing = (field: string) => ({ path: [field], error: "required", when: () => true });

/** A notice of illegal content (DSA, article 16(2)): the place, why it is illegal, the notifier, good faith. */
export const sendNotice = defineCall({
  method: "POST",
  path: "/api/notice.php",
  summary: "Tell the site's staff of illegal content, with or without an account (DSA, article 16).",
  who: "anyone",
  whileClosed: true,
  rate: "statutory",
  key: "honoured",
  body: z
    .object({
      place: freeText(noticePlaceLength),
      reason: z.enum(reportReasons, "required"),
      text: freeText(noticeTextLength),
      name: shortText(noticeNameLength).default(""),
      email: emailAddress.or(z.literal("")).default(""),
      good_faith: z.boolean().default(false),
    })
    .refine(({ reason, name }) => reason === namelessReason || name !== "", missing("name"))
    .refine(({ reason, email }) => reason === namelessReason || email !== "", missing("email"))
    .refine(({ good_faith }) => good_faith, missing("good_faith")),
  answer: z.object({
    received_at: z.iso.datetime(),
    /** Whether a mail confirms it: one in a day goes to a mailbox. */
    mailed: z.boolean(),
  }),
});

const notice = z.object({
  place: z.string(),
  reason: z.enum(reportReasons),
  text: z.string(),
  received_at: z.iso.datetime(),
  /** What staff want to know before they decide; null: nothing, or it is decided. */
  question: z
    .object({
      text: z.string(),
      at: z.iso.datetime(),
      reply: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
    })
    .nullable(),
  decision: z.object({ acted: z.boolean(), words: z.string(), at: z.iso.datetime() }).nullable(),
  /** Until when the notifier can object; null: they did, the time is over, or nothing is decided. */
  object_until: z.iso.datetime().nullable(),
  objection: z
    .object({
      text: z.string(),
      at: z.iso.datetime(),
      /** Another person's answer; null: it is still being looked at. */
      answer: z.object({ upheld: z.boolean(), words: z.string(), at: z.iso.datetime() }).nullable(),
    })
    .nullable(),
});
export type Notice = z.output<typeof notice>;

export const getNotice = defineCall({
  method: "GET",
  path: "/api/notice.php",
  summary: "A notice and what was decided on it, by the link in its mail (DSA, articles 16(5) and 20).",
  who: "anyone",
  whileClosed: true,
  query: z.object({ token: linkToken }),
  answer: z.object({ notice }),
  errors: ["link_invalid"],
});

export const replyToQuestion = defineCall({
  method: "PUT",
  path: "/api/notice-reply.php",
  summary:
    "Answer what staff asked about a notice, by the link in their mail: they look at it again (DSA, article 16).",
  who: "anyone",
  whileClosed: true,
  rate: "statutory",
  body: z.object({ token: linkToken, text: freeText(noticeTextLength) }),
  answer: z.object({ notice }),
  errors: ["link_invalid", "question_answered"],
});

export const objectToNotice = defineCall({
  method: "PUT",
  path: "/api/notice.php",
  summary: "Object to the decision on a notice, once, within six months: another person decides (DSA, article 20).",
  who: "anyone",
  whileClosed: true,
  rate: "statutory",
  body: z.object({ token: linkToken, text: freeText(objectionLength) }),
  answer: z.object({ notice }),
  errors: ["link_invalid", "objection_over"],
});
