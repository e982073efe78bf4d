import type { Mail, MailMessage } from "./port.ts";

/** Mail for tests: `sent` shows what was sent, each mail once. */
export function createRecordingMail(): Mail & { sent: MailMessage[] } {
  const sent: MailMessage[] = [];
  return {
    sent,
    async send(message) {
      if (!sent.some((each) => each.id === message.id)) sent.push(structuredClone(message));
    },
    async erase({ siteId, memberId, address }) {
      const kept = sent.filter(
        (mail) => mail.siteId !== siteId || (mail.to !== address && !mail.concerns.includes(memberId)),
      );
      sent.splice(0, sent.length, ...kept);
    },
  };
}
