import { z } from "zod";
import { defineCall } from "./call.ts";
import { emailAddress, freeText, optionalText } from "./text.ts";

export const complaintTextLength = 4000;
/** Maximum characters of the answer of staff. */
export const answerTextLength = 4000;
/** A request to be banned is a complaint, too. */
export const complaintKinds = ["complaint", "ban"] as const;
export const complaintKind = z.enum(complaintKinds);
export type ComplaintKind = z.output<typeof complaintKind>;

/** `number` is the reference that the sender and staff use, `XXXX-XXXX`. */
const received = z.object({ number: z.string(), received_at: z.iso.datetime() });
export type ReceivedComplaint = z.output<typeof received>;

export const sendComplaint = defineCall({
  method: "POST",
  path: "/api/complaint.php",
  summary: "Complain to the site's staff, with or without a login. The answer has the number of the complaint.",
  who: "anyone",
  rate: "mail",
  key: "honoured",
  body: z.object({ email: emailAddress, text: freeText(complaintTextLength) }),
  answer: received,
});

const answer = z.object({ text: z.string(), at: z.iso.datetime() });

const complaint = received.extend({
  id: z.uuid(),
  kind: complaintKind,
  text: z.string(),
  /** Null: staff have not answered, or answered by a mail of their own. */
  answer: answer.nullable(),
  open: z.boolean(),
});
export type Complaint = z.output<typeof complaint>;

/** A complaint as staff see it. */
export const staffComplaint = complaint.extend({
  /** `by` is null if the login of who answered is deleted. */
  answer: answer.extend({ by: z.string().nullable() }).nullable(),
});
export type StaffComplaint = z.output<typeof staffComplaint>;

/** The most complaints that are listed. */
export const complaintsShown = 50;

export const getComplaints = defineCall({
  method: "GET",
  path: "/api/complaint.php",
  summary: "The caller's complaints with the answers of staff, newest first (R2.01).",
  who: "member",
  answer: z.object({ complaints: z.array(complaint).max(complaintsShown) }),
});

export const requestBan = defineCall({
  method: "POST",
  path: "/api/ban-request.php",
  summary: "Ask to be banned from the site: staff close the account with this address, and prevent a new one.",
  who: "anyone",
  rate: "mail",
  key: "honoured",
  body: z.object({ email: emailAddress, text: optionalText(complaintTextLength) }),
  answer: received,
});
