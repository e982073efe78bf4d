import { complaintTopics, type ReceivedComplaint, requestBan, sendComplaint } from "#contract/complaints.ts";
import type { CallFunction } from "#web/lib/api.ts";
import type { Fields } from "#web/lib/use-form.ts";

export type FormKind = "complaint" | "ban";
/** `confirm`: the request waits for the link in a mail to be opened. */
export type Receipt = ReceivedComplaint & { confirm?: boolean };

/** Sends a complaint, or a request to be banned. A complaint without a topic is about something else. */
export async function sendComplaintForm(call: CallFunction, fields: Fields): Promise<Receipt> {
  const body = { email: fields.email ?? "", text: fields.text ?? "" };
  if (fields.kind === "ban") return await call(requestBan, { body });
  const topic = complaintTopics.find((each) => each === fields.topic) ?? "other";
  return await call(sendComplaint, { body: { ...body, topic } });
}
