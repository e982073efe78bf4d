import { randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { sendVoiceMessage } from "#contract/voice.ts";
import type { Member } from "#server/test.ts";

type More = { key?: string; credits?: number; waveform?: string };

export const speakTo = (
  { client }: Pick<Member, "client">,
  to: { id: string },
  file: Uint8Array,
  { key = randomUUID(), waveform = "[0,80,35]", ...more }: More = {},
) => client.call(sendVoiceMessage, { body: { member: to.id, waveform, file, ...more } }, { key });

/** Both write, which each voice message needs. */
export async function haveWritten(one: Member, other: Member): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const { status, body } = await from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
}
