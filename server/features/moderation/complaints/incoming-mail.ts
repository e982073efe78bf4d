import PostalMime, { type Address, type Email } from "postal-mime";
import { complaintTextLength } from "#contract/complaints.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";

/** A mail by which a person wrote to the support address of a site. */
export type IncomingMail = {
  from: string;
  /** All addresses that it went to, in small letters. */
  to: string[];
  messageId: string;
  text: string;
  /** The complaint that its subject names. */
  number: string | null;
};

const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

/** Automatic replies, mailing lists, bounces, and our own mails: no person wrote them to us. */
function isAutomatic(mail: Email): boolean {
  const submitted = headerOf(mail, "auto-submitted")?.trim().toLowerCase() ?? "no";
  const precedence = headerOf(mail, "precedence")?.trim().toLowerCase() ?? "";
  return (
    submitted !== "no" ||
    ["bulk", "list", "junk", "auto_reply"].includes(precedence) ||
    headerOf(mail, "list-id") !== undefined ||
    headerOf(mail, "return-path")?.trim() === "<>"
  );
}

const addressesIn = (list: readonly Address[] = []): string[] =>
  list.flatMap(({ address, group }) => address?.toLowerCase() ?? addressesIn(group));

/** What its sender wrote: without the quoted mail at its end. */
function ownWords({ text = "", html = "" }: Email): string {
  const lines = (text === "" ? html.replace(/<[^>]*>/g, " ") : text).replace(/\r\n/g, "\n").split("\n");
  const firstQuoted = lines.findIndex((line, at) => line.startsWith(">") && lines.slice(at).every(isQuoted));
  return lines
    .slice(0, firstQuoted === -1 ? lines.length : firstQuoted)
    .join("\n")
    .trim()
    .slice(0, complaintTextLength);
}
const isQuoted = (line: string) => line.startsWith(">") || line.trim() === "";

const numberIn = (subject: string) => /\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b/.exec(subject)?.[0] ?? null;

/** Undefined if it is no mail, no person wrote it, or it says nothing. */
export async function readIncomingMail(bytes: Uint8Array): Promise<IncomingMail | undefined> {
  const mail = await PostalMime.parse(bytes).catch(() => undefined);
  const from = canonicalAddress(mail?.from?.address ?? "");
  if (!mail || !from || isAutomatic(mail)) return undefined;
  const delivered = [headerOf(mail, "delivered-to"), headerOf(mail, "x-original-to")];
  const text = [mail.subject ?? "", ownWords(mail)].filter(Boolean).join("\n\n");
  if (ownWords(mail) === "") return undefined;
  return {
    from,
    to: [...addressesIn(mail.to), ...addressesIn(mail.cc), ...delivered.flatMap((to) => to?.toLowerCase() ?? [])],
    messageId: mail.messageId ?? "",
    text: text.slice(0, complaintTextLength),
    number: numberIn(mail.subject ?? ""),
  };
}
