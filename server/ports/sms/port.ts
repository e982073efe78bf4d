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

/**
 * The gateway may have accepted the message, but its answer was lost. Sending it again could deliver it twice, which
 * costs money and confuses the receiver: the caller gives up instead.
 */
export class SmsUncertain extends Error {}

/** Sends text messages (D7.5: the built-in outbox, or a gateway behind `SMS_URL`). */
export type Sms = {
  readonly name: string;
  /**
   * Resolves once the message is accepted for good. Throws `SmsUncertain` if it may have been accepted; any other error
   * means that it certainly was not, and may be retried.
   */
  send(message: SmsMessage): Promise<void>;
  /** Deletes stored messages about a member of a site; with a gateway nothing is stored here. */
  erase(who: { siteId: number; memberId: string }): Promise<void>;
};
