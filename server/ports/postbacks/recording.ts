import type { PostbackAnswer, Postbacks } from "./port.ts";

/** Postbacks for tests: `sent` has the addresses in order, `answers` what the next ones get; `accepted` by default. */
export function createRecordingPostbacks(): Postbacks & { sent: string[]; answers: PostbackAnswer[] } {
  const sent: string[] = [];
  const answers: PostbackAnswer[] = [];
  return {
    sent,
    answers,
    async send(url) {
      sent.push(url);
      return answers.shift() ?? { outcome: "accepted", status: 200, detail: "OK" };
    },
  };
}
