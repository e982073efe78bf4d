import { parentPort, workerData } from "node:worker_threads";
import {
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import type { CopyAnswer, CopyOrder } from "./clean-recording.ts";

class Refused extends Error {}

/** A minute of the shortest packets of Opus, 2.5 ms each. A file with more has packets without a duration. */
const maxPackets = 24_000;
/** The lengths of what a decoder needs before the first packet: `OpusHead` for one or two channels; AAC's settings. */
const opusHeadBytes = 19;
const maxAacConfigBytes = 64;

type Packets = { config: AudioDecoderConfig; packets: EncodedPacket[]; seconds: number };

type Kind = "webm" | "mp4";

const kinds = {
  webm: { codec: "opus", mediaType: "audio/webm", format: () => new WebMOutputFormat() },
  mp4: { codec: "aac", mediaType: "audio/mp4", format: () => new Mp4OutputFormat({ fastStart: "in-memory" }) },
} as const satisfies Record<Kind, { codec: AudioCodec; mediaType: string; format: () => unknown }>;

async function readSound(upload: Uint8Array, maxSeconds: number): Promise<Packets & { kind: Kind }> {
  using input = new Input({ source: new BufferSource(upload), formats: [WEBM, MP4] });
  try {
    const kind = (await input.getFormat()) === WEBM ? "webm" : "mp4";
    const [track, ...others] = await input.getTracks();
    if (!track?.isAudioTrack() || others.length > 0) throw new Refused("not one track of sound");
    if ((await track.getCodec()) !== kinds[kind].codec) throw new Refused("another codec");
    return { kind, config: await readConfig(track, kind), ...(await readPackets(track, maxSeconds)) };
  } catch (error) {
    // the library throws errors of many classes for bytes that break the format
    throw error instanceof Refused ? error : new Refused("not readable", { cause: error });
  }
}

/** What a decoder needs before the first packet, without what may stand behind it. */
async function readConfig(track: InputAudioTrack, kind: Kind): Promise<AudioDecoderConfig> {
  const config = await track.getDecoderConfig();
  if (!config || config.numberOfChannels < 1 || config.numberOfChannels > 2) throw new Refused("no decoder");
  const { codec, sampleRate, numberOfChannels, description } = config;
  const head = description && bytesOf(description);
  if (kind === "mp4") {
    if (!head || head.byteLength > maxAacConfigBytes) throw new Refused("no AAC settings");
    return { codec, sampleRate, numberOfChannels, description: head.slice() };
  }
  if (!head) return { codec, sampleRate, numberOfChannels };
  // a mapping family other than 0 has a table behind the head, and more than two channels
  if (head.byteLength < opusHeadBytes || head[opusHeadBytes - 1] !== 0) throw new Refused("no OpusHead");
  return { codec, sampleRate, numberOfChannels, description: head.slice(0, opusHeadBytes) };
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return Uint8Array.from(view);
}

async function readPackets(track: InputAudioTrack, maxSeconds: number): Promise<Omit<Packets, "config">> {
  const packets: EncodedPacket[] = [];
  let start: number | undefined;
  let last = 0;
  let seconds = 0;
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    start ??= timestamp;
    const at = timestamp - start;
    const end = at + duration;
    if (end > maxSeconds) break;
    if (packets.length === maxPackets || at < last || duration < 0) throw new Refused("packets out of order");
    last = at;
    // a packet of its own, because one that was read may carry side data
    packets.push(new EncodedPacket(data, "key", at, duration));
    seconds = Math.max(seconds, end);
  }
  return { packets, seconds };
}

async function write(kind: Kind, { config, packets }: Packets): Promise<Uint8Array> {
  const { codec, format } = kinds[kind];
  const target = new BufferTarget();
  const output = new Output({ format: format(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const packet of packets) await source.add(packet, { decoderConfig: config });
  await output.finalize();
  if (!target.buffer) throw new Error("the file of a recording was not written");
  return new Uint8Array(target.buffer);
}

// the whole program of the thread that `cleanRecording` starts
const { upload, maxSeconds } = workerData as CopyOrder;
try {
  const { kind, ...sound } = await readSound(upload, maxSeconds);
  answer({ bytes: await write(kind, sound), mediaType: kinds[kind].mediaType, seconds: sound.seconds });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  answer({ refused: error.message });
}

function answer(message: CopyAnswer): void {
  parentPort?.postMessage(message);
}
