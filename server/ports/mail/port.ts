import type { Language } from "#contract/constants.ts";

/** A mail that is ready to send: rendered, in one language, for one recipient. */
export type MailMessage = {
  /** A uuid, the same for every attempt to send this mail, so that a duplicate can be recognised. */
  id: string;
  /** The Message-ID before the `@`, the same for every attempt. Reports about the mail quote it. */
  reference: string;
  siteId: number;
  /** The members it is to or about, for `erase`; not sent to a mail server. */
  concerns: readonly string[];
  to: string;
  from: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  language: Language;
};

/** Sends mails (D12.1: the built-in outbox, or a mail server behind `SMTP_URL`). */
export type Mail = {
  /** Resolves once the mail is accepted for good; otherwise throws, and the caller may retry. */
  send(message: MailMessage): Promise<void>;
  /** Deletes stored mails to an address of a site or about a member; with a mail server nothing is stored here. */
  erase(who: { siteId: number; memberId: string; address: string }): Promise<void>;
};
