/** A text message that is ready to send, in one language, to one phone. */
export type SmsMessage = {
  /** A uuid, the same for every attempt to send this message. */
  id: string;
  siteId: number;
  /** The members it is to or about, for `forget`; not sent to a gateway. */
  concerns: readonly string[];
  /** The phone number in E.164 form: `+31612345678`. */
  to: string;
  text: string;
};

/** The answer was lost. Sending again could deliver twice, which costs money and confuses: the caller gives up. */
export class SmsUncertain extends Error {}

/** Sends text messages (D7.5: the built-in outbox, or a gateway behind `SMS_URL`). */
export type Sms = {
  /** Throws `SmsUncertain` if it may have been accepted; after any other error it was not, and may be retried. */
  send(message: SmsMessage): Promise<void>;
  /** Deletes stored messages about a member of a site; with a gateway nothing is stored here. */
  erase(who: { siteId: number; memberId: string }): Promise<void>;
};
