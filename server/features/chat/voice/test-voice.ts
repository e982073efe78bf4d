import { randomUUID } from "node:crypto";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { sendMessage } from "#contract/chat.ts";
import { sendVoiceMessage } from "#contract/voice.ts";
import type { Member } from "#server/test.ts";

/** 20 ms of silence. */
const silence = Uint8Array.of(0xf8, 0xff, 0xfe);
const opusHead = Buffer.concat([Buffer.from("OpusHead"), Uint8Array.of(1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)]);

const formats = {
  webm: { codec: "opus", name: "opus", description: opusHead, make: () => new WebMOutputFormat() },
  mp4: { codec: "aac", name: "mp4a.40.2", description: Uint8Array.of(0x11, 0x88), make: () => new Mp4OutputFormat() },
} as const;

/** A recording of silence, as a browser makes it (in MP4: Safari); each has other bytes. */
export async function recording(seconds = 2, kind: keyof typeof formats = "webm"): Promise<Buffer> {
  const { codec, name, description, make } = formats[kind];
  const target = new BufferTarget();
  const output = new Output({ format: make(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { name: randomUUID() });
  await output.start();
  const decoderConfig = { codec: name, sampleRate: 48_000, numberOfChannels: 1, description };
  for (let at = 0; at < seconds * 50; at += 1)
    await source.add(new EncodedPacket(silence, "key", at / 50, 0.02), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

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
