import type { Sms, SmsMessage } from "./port.ts";

/** Text messages for tests: `sent` shows what was sent, each message once. */
export function createRecordingSms(): Sms & { sent: SmsMessage[] } {
  const sent: SmsMessage[] = [];
  return {
    sent,
    async send(message) {
      if (!sent.some((each) => each.id === message.id)) sent.push(structuredClone(message));
    },
    async erase({ siteId, memberId }) {
      const kept = sent.filter((each) => each.siteId !== siteId || !each.concerns.includes(memberId));
      sent.splice(0, sent.length, ...kept);
    },
  };
}
