import PostalMime from "postal-mime";
import type { FeedbackKind } from "#contract/operations.ts";
import { fail } from "#server/http/fail.ts";
import { type Feedback, momentOf, tokenIn } from "./rules.ts";

type Fields = ReadonlyMap<string, string>;

/** The groups of fields in a report, each like the head of a mail: lower-case names, folded lines joined. */
function fieldsIn(text: string): Fields[] {
  const groups = text
    .replace(/\r\n/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n\n+/);
  return groups.map((group) => {
    const lines = group.split("\n").map((line) => /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line));
    return new Map(lines.flatMap((match) => (match ? [[`${match[1]}`.toLowerCase(), `${match[2]}`.trim()]] : [])));
  });
}

/** Permanent status codes that don't mean a dead address: mailbox full, mail too large, system failure, policy. */
const temporary = /^5\.(2\.[23]|3\.\d+|7\.\d+)\b/;

/** What a delivery status notification says (RFC 3464); a delay is no outcome yet. */
function statusOf(groups: readonly Fields[]): FeedbackKind | undefined {
  const group = groups.find((fields) => fields.has("action"));
  const status = group?.get("status") ?? "";
  switch (group?.get("action")?.toLowerCase()) {
    case "failed":
      return status.startsWith("5.") && !temporary.test(status) ? "hard_bounce" : "soft_bounce";
    case "delivered":
      return "delivered";
    default:
      return undefined;
  }
}

/** The types of complaints (RFC 5965). Other types do not concern mails that we sent. */
const complaints: Readonly<Record<string, FeedbackKind>> = {
  abuse: "complaint",
  fraud: "complaint",
  virus: "complaint",
  other: "complaint",
  "opt-out": "unsubscribe",
};

const parts = { forceRfc822Attachments: true, attachmentEncoding: "utf8" } as const;

/** Reads a mail from the mailbox that receives bounces and complaints; other mails give no feedback. */
export async function readRawMail(bytes: Buffer): Promise<Feedback[]> {
  const { attachments } = await PostalMime.parse(bytes, parts).catch(() => {
    throw fail("malformed_request");
  });
  const part = (...types: string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
    return typeof content === "string" ? fieldsIn(content) : [];
  };
  const [complaint] = part("message/feedback-report");
  const kind = complaint
    ? complaints[complaint.get("feedback-type")?.toLowerCase() ?? ""]
    : statusOf(part("message/delivery-status", "message/global-delivery-status"));
  const [returned] = part("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers");
  const messageId = returned?.get("message-id");
  return kind && messageId ? [{ kind, token: tokenIn(messageId), at: momentOf(returned?.get("date")) }] : [];
}
