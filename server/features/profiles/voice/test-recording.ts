import { randomUUID } from "node:crypto";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { uploadVoiceIntroduction } from "#contract/voice-introductions.ts";
import type { Services } from "#server/services.ts";
import type { Member } from "#server/test.ts";
import { approveIntroduction } from "./decide-introduction.ts";

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

/** Uploads a voice introduction, which waits for inspection then. */
export const introduce = (
  { client }: Pick<Member, "client">,
  file: Uint8Array,
  { key = randomUUID(), waveform = "[0,80,35]" }: { key?: string; waveform?: string } = {},
) => client.call(uploadVoiceIntroduction, { body: { waveform, file } }, { key });

/** The id of one that waits for inspection. */
export async function waitingIntroduction(member: Pick<Member, "client">, file?: Uint8Array): Promise<string> {
  const { status, body } = await introduce(member, file ?? (await recording()));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.waiting?.id ?? "";
}

/** The id of one that others hear. */
export async function activeIntroduction(
  services: Pick<Services, "db" | "clock">,
  member: Pick<Member, "client">,
  file?: Uint8Array,
): Promise<string> {
  const id = await waitingIntroduction(member, file);
  await approveIntroduction({ db: services.db, emit: () => undefined, now: services.clock.now() }, id);
  return id;
}
