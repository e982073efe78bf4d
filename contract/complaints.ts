import { z } from "zod";
import { defineCall } from "./call.ts";
import { emailAddress, freeText, optionalText } from "./text.ts";

export const complaintTextLength = 4000;

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
