import { z } from "zod";
import { linkToken } from "./auth.ts";
import { defineCall } from "./call.ts";
import { ground } from "./decisions.ts";
import { emailAddress, freeText, optionalText } from "./text.ts";

export const complaintTextLength = 4000;
export const answerTextLength = 4000;
/** `message`: staff began it; its member writes on as about a complaint. */
export const complaintKinds = ["complaint", "ban", "message"] as const;
export const complaintKind = z.enum(complaintKinds);
export type ComplaintKind = z.output<typeof complaintKind>;

export const complaintTopics = ["safety", "payment", "technical", "privacy", "other"] as const;
export type ComplaintTopic = (typeof complaintTopics)[number];
/** Days after a complaint was closed within which its sender can write again. */
export const replyDays = 30;

/** `number` is the reference that the sender and staff use, `XXXX-XXXX`. */
const received = z.object({ number: z.string(), received_at: z.iso.datetime() });
export type ReceivedComplaint = z.output<typeof received>;

export const sendComplaint = defineCall({
  method: "POST",
  path: "/api/complaint.php",
  summary: "Complain to the site's staff, with or without a login. The answer has the number of the complaint.",
  who: "anyone",
  whileClosed: true,
  rate: "statutory",
  key: "honoured",
  body: z.object({
    email: emailAddress,
    topic: z.enum(complaintTopics, "unknown_option").default("other"),
    text: freeText(complaintTextLength),
  }),
  answer: received,
});

/** A text that staff send often: its title in the caller's language, the text in that of who will read it. */
export const savedReply = z.object({
  title: z.string(),
  text: z.string(),
  /** Of the caller's own; null: everyone has it. */
  id: z.uuid().nullable().default(null),
  /** By its words the letter that is answered asks for this. */
  fits: z.boolean().optional(),
  /** The reasons of a measure that it explains. */
  grounds: z.array(ground).optional(),
  /** The verdicts with which someone else reads it, or it says what isn't true. */
  not_with: z.array(z.string()).optional(),
});
export type SavedReply = z.output<typeof savedReply>;

const answer = z.object({ text: z.string(), at: z.iso.datetime() });

const message = z.object({ team: z.boolean(), text: z.string(), at: z.iso.datetime() });

const complaint = received.extend({
  id: z.uuid(),
  kind: complaintKind,
  topic: z.enum(complaintTopics).default("other"),
  text: z.string(),
  /** The first answer. Null: staff have not answered, or answered by a mail of their own. */
  answer: answer.nullable(),
  /** Oldest first. */
  messages: z.array(message).default([]),
  open: z.boolean(),
  /** Whether its sender can write again: while it is open, and for some days after. */
  may_reply: z.boolean().default(false),
});
export type Complaint = z.output<typeof complaint>;

/** How staff know who sent it: by the login, by the mailed link, or `unproven`: the address is only claimed. */
export const complaintSenders = ["login", "link", "unproven"] as const;
export type ComplaintSender = (typeof complaintSenders)[number];

/** `waiting`: staff asked its sender something; it comes back with the reply, or once the wait is over. */
export const complaintStates = ["open", "waiting", "done"] as const;
export type ComplaintState = (typeof complaintStates)[number];
/** A question to a sender waits this many days for the answer. */
export const replyWaitDays = 14;

export const staffComplaint = complaint.extend({
  state: z.enum(complaintStates),
  sender: z.enum(complaintSenders),
  /** `by` is null if the login of who answered is deleted. */
  answer: answer.extend({ by: z.string().nullable() }).nullable(),
  messages: z.array(message.extend({ by: z.string().nullable() })).default([]),
});
export type StaffComplaint = z.output<typeof staffComplaint>;

export const complaintsShown = 50;

export const getComplaints = defineCall({
  method: "GET",
  path: "/api/complaint.php",
  summary: "The caller's complaints with the answers of staff, newest first (R2.01).",
  who: "member",
  whileClosed: true,
  answer: z.object({ complaints: z.array(complaint).max(complaintsShown) }),
});

const replyText = freeText(complaintTextLength);

export const replyToComplaint = defineCall({
  method: "POST",
  path: "/api/complaint-reply.php",
  summary: "Write again about the caller's complaint: staff get it again, with all that was written (R2.01).",
  who: "member",
  whileClosed: true,
  rate: "report",
  body: z.object({ id: z.uuid("invalid"), text: replyText }),
  answer: z.object({ complaint }),
  errors: ["complaint_not_found", "complaint_over"],
});

export const getComplaintByLink = defineCall({
  method: "GET",
  path: "/api/complaint-thread.php",
  summary: "One complaint with its answers, by the link in a mail about it, for a sender without an account (R2.01).",
  who: "anyone",
  whileClosed: true,
  query: z.object({ token: linkToken }),
  answer: z.object({ complaint }),
  errors: ["complaint_not_found"],
});

export const replyByLink = defineCall({
  method: "POST",
  path: "/api/complaint-thread.php",
  summary: "Write again about a complaint, by the link in a mail about it (R2.01).",
  who: "anyone",
  whileClosed: true,
  rate: "report",
  body: z.object({ token: linkToken, text: replyText }),
  answer: z.object({ complaint }),
  errors: ["complaint_not_found", "complaint_over"],
});

export const requestBan = defineCall({
  method: "POST",
  path: "/api/ban-request.php",
  summary:
    "Ask to be banned from the site. It concerns the caller's account, whatever address is given; without a login it waits until the link that is mailed to the address is opened (D11.9).",
  who: "anyone",
  whileClosed: true,
  rate: "statutory",
  key: "honoured",
  body: z.object({ email: emailAddress, text: optionalText(complaintTextLength) }),
  answer: received.extend({
    /** Staff get the request once its sender has confirmed it by the link that was mailed to the address. */
    confirm: z.boolean(),
  }),
});

export const banConfirmDays = 7;
/** Days within which the link in the mail about a ban undoes it. */
export const banUndoDays = 14;

export const banRequest = z.object({
  number: z.string(),
  email: z.string(),
  /** It waits for its sender, or for staff; the address is banned; or the ban was undone. */
  state: z.enum(["unconfirmed", "waiting", "banned", "undone"]),
  undo_until: z.iso.datetime().nullable(),
});
export type BanRequest = z.output<typeof banRequest>;

export const getBanRequest = defineCall({
  method: "GET",
  path: "/api/ban-request.php",
  summary:
    "A request to be banned, by the link in a mail about it. A GET changes nothing: mail scanners open links too.",
  who: "anyone",
  whileClosed: true,
  query: z.object({ token: linkToken }),
  answer: banRequest,
  errors: ["link_invalid"],
});

export const changeBanRequest = defineCall({
  method: "PUT",
  path: "/api/ban-request.php",
  summary:
    "Confirm a request to be banned, or undo the ban within 14 days, by the link in its mail: the account is back as it was (D10.1, D11.9).",
  who: "anyone",
  whileClosed: true,
  key: "honoured",
  body: z.object({ token: linkToken, wanted: z.boolean() }),
  answer: banRequest,
  errors: ["link_invalid"],
});
