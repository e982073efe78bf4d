import { z } from "zod";
import { mailgunEvent, readMailgun } from "./mailgun.ts";
import { postmarkEvent, readPostmark } from "./postmark.ts";
import { readRawMail } from "./raw-mail.ts";
import type { Feedback } from "./rules.ts";
import { confirmationPage, readSes, sesEvent, snsMessage } from "./ses.ts";

const webhook = z.union([
  snsMessage.transform((event) => ({ from: "sns" as const, event })),
  sesEvent.transform((event) => ({ from: "ses" as const, event })),
  postmarkEvent.transform((event) => ({ from: "postmark" as const, event })),
  mailgunEvent.transform((event) => ({ from: "mailgun" as const, event })),
]);
export type Incoming = { from: "mail"; bytes: Buffer } | z.output<typeof webhook>;

/** The feedback in a request. `confirm` is a page that the operator must open before Amazon SNS sends feedback. */
type Outcome = { feedback: Feedback[]; confirm?: string };

const parseJson = z.string().transform((text, check): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    check.addIssue("not JSON");
    return z.NEVER;
  }
});
const webhookText = parseJson.pipe(webhook);

/** Recognises the sender by the form of the request. Amazon SNS declares its JSON as plain text. */
export function recognise(contentType: string, bytes: Buffer): Incoming | undefined {
  if (/^(message|multipart)\//i.test(contentType)) return { from: "mail", bytes };
  return webhookText.safeParse(bytes.toString("utf8")).data;
}

export async function readFeedback(incoming: Incoming): Promise<Outcome> {
  switch (incoming.from) {
    case "mail":
      return { feedback: await readRawMail(incoming.bytes) };
    case "ses":
      return { feedback: readSes(incoming.event) };
    case "postmark":
      return { feedback: readPostmark(incoming.event) };
    case "mailgun":
      return { feedback: readMailgun(incoming.event) };
    case "sns": {
      const { Type, Message, SubscribeURL } = incoming.event;
      const confirm = Type === "SubscriptionConfirmation" ? confirmationPage(SubscribeURL) : undefined;
      const event = Type === "Notification" ? parseJson.pipe(sesEvent).safeParse(Message).data : undefined;
      return { feedback: event ? readSes(event) : [], ...(confirm && { confirm }) };
    }
  }
}
