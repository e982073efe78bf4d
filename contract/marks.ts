import { z } from "zod";
import { defineCall } from "./call.ts";
import { card, memberId, visibilityErrors } from "./profiles.ts";
import { optionalText } from "./text.ts";

/** What a member keeps for themselves about another one, who never learns of it: saved for later, or "not for me". */
export const markKinds = ["saved", "hidden"] as const;
export type MarkKind = (typeof markKinds)[number];

/** How many of each kind a member has at most, and how long a note is. */
export const marksLimit = 200;
export const markNoteLength = 500;

export const mark = z.object({ kind: z.enum(markKinds), note: z.string() });
export type Mark = z.output<typeof mark>;

/** What a member's page says of it (`getMember`). */
export const markOnPage = { mark: mark.nullable() };

export const markedMember = mark.extend({ member: card });
export type MarkedMember = z.output<typeof markedMember>;

export const getMarks = defineCall({
  method: "GET",
  path: "/api/marks.php",
  summary: "The members that the caller saved, or hid from their own search, the newest first (R11.05).",
  who: "member",
  answer: z.object({ marked: z.array(markedMember) }),
});

export const setMark = defineCall({
  method: "PUT",
  path: "/api/mark.php",
  summary:
    "Save a member, hide them from the caller's search, swipe game and suggestions, or end either. The other never learns of it (R11.05).",
  who: "member",
  key: "honoured",
  button: true,
  body: z.object({
    id: memberId,
    /** `none` ends it. */
    kind: z.enum([...markKinds, "none"], "unknown_option"),
    /** Up to `markNoteLength` characters (`text_too_long` says so). */
    note: optionalText(3_000).default(""),
  }),
  answer: z.object({ mark: mark.nullable() }),
  errors: [...visibilityErrors, "own_profile", "limit_reached"],
});
