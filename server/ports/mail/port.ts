import type { Language } from "#contract/constants.ts";

/** A mail that is ready to go: written, in one language, for one receiver. */
export type MailMessage = {
  /** A uuid, the same for every attempt at sending this mail, so that a repetition can be recognised. */
  id: string;
  siteId: number;
  /** The members whom it is to or tells of, for `forget`; a mail server is not told. */
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

/** Hands mails on (D12.1: the built-in outbox, or a mail server behind `SMTP_URL`). */
export type Mail = {
  readonly name: string;
  /** Resolves once the mail is taken over for good; fails when it was not, and may then be tried again. */
  send(message: MailMessage): Promise<void>;
  /** Forgets what is kept here of mails that are to an address of a site or concern a member; a mail server keeps nothing here. */
  forget(who: { siteId: number; memberId: string; address: string }): Promise<void>;
};
