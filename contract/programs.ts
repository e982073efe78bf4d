import { z } from "zod";
import { defineCall } from "./call.ts";
import { getNumbers, numbersQuery } from "./numbers.ts";
import { memberId } from "./profiles.ts";

export const getProgramNumbers = defineCall({
  method: "GET",
  path: "/api/program-numbers.php",
  summary: "The numbers of this site by day, week or month, as staff see them; at most a minute old (R13.05).",
  who: "program",
  scope: "figures",
  query: numbersQuery.omit({ site: true }),
  answer: getNumbers.answer.omit({ queues: true }),
});

export const getProgramMember = defineCall({
  method: "GET",
  path: "/api/program-member.php",
  summary: "Whether this site has a member, and their state: no words, no address (R13.05).",
  who: "program",
  scope: "members",
  query: z.object({ id: memberId }),
  answer: z.object({
    /** False for a deleted member, for one of another site, and for a fictional profile. */
    exists: z.boolean(),
    confirmed: z.boolean(),
    premium: z.boolean(),
    banned: z.boolean(),
  }),
});

/** How many mailboxes one call may name. */
const mailboxesAtOnce = 500;

const mailboxes = z
  .object({
    emails: z.array(z.string("invalid").max(300, "too_long")).max(mailboxesAtOnce, "too_big").default([]),
    /** Keyed hashes in hex, as docs/operators/programs.md says. */
    hashes: z
      .array(z.string("invalid").regex(/^[0-9a-f]{64}$/, "invalid"))
      .max(mailboxesAtOnce, "too_big")
      .default([]),
  })
  .refine(({ emails, hashes }) => emails.length + hashes.length > 0, { path: ["emails"], error: "required" });

const changed = z.object({
  /** How many mailboxes this call added or took away. */
  changed: z.int(),
  /** How many the list of this site has now. */
  count: z.int(),
});

const ofBans = { who: "program", scope: "bans", path: "/api/program-bans.php" } as const;

export const countProgramBans = defineCall({
  ...ofBans,
  method: "GET",
  summary: "How many mailboxes the list of programs bars from signing up on this site; it has no addresses (R13.05).",
  answer: z.object({ count: z.int() }),
});

export const addProgramBans = defineCall({
  ...ofBans,
  method: "PUT",
  summary:
    "Bar mailboxes from signing up on this site, all or none; those that are barred already stay. An account that exists goes on (R13.05).",
  key: "honoured",
  body: mailboxes,
  answer: changed,
});

export const removeProgramBans = defineCall({
  ...ofBans,
  method: "DELETE",
  summary: "Take mailboxes off the list of programs; a ban by staff or by the owner of the mailbox stays (R13.05).",
  key: "honoured",
  body: mailboxes,
  answer: changed,
});
