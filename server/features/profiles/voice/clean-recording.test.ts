import {
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { expect, test } from "vitest";
import { maxRecordingBytes } from "#contract/recordings.ts";
import { cleanRecording, RecordingRefused } from "./clean-recording.ts";

/** 20 ms of silence. */
const silence = Uint8Array.of(0xf8, 0xff, 0xfe);
const opusHead = Buffer.concat([Buffer.from("OpusHead"), Uint8Array.of(1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)]);

type Made = {
  seconds?: number;
  format?: OutputFormat;
  codec?: AudioCodec;
  description?: Uint8Array;
  tracks?: number;
  tags?: boolean;
  packet?: Uint8Array;
};

/** A file as a browser could record it; `tags` adds what a device or an author could. */
async function record({
  seconds = 2,
  format = new WebMOutputFormat(),
  codec = "opus",
  description = opusHead,
  tracks = 1,
  tags = false,
  packet = silence,
}: Made = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sources = Array.from({ length: tracks }, () => new EncodedAudioPacketSource(codec));
  for (const source of sources) output.addAudioTrack(source, tags ? { name: "Secret track" } : {});
  if (tags)
    output.setMetadataTags({
      title: "Secret title",
      comment: "Secret place 55.67,12.56",
      date: new Date("2001-02-03"),
    });
  await output.start();
  const decoderConfig = {
    codec: codec === "opus" ? "opus" : "mp4a.40.2",
    sampleRate: 48_000,
    numberOfChannels: 1,
    description,
  };
  for (let at = 0; at < seconds * 50; at++)
    for (const source of sources) await source.add(new EncodedPacket(packet, "key", at / 50, 0.02), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

const aac = { format: new Mp4OutputFormat(), codec: "aac", description: Uint8Array.of(0x11, 0x88) } as const;

async function readBack(bytes: Uint8Array) {
  using input = new Input({ source: new BufferSource(bytes), formats: [WEBM, MP4] });
  const [track] = await input.getAudioTracks();
  if (!track) throw new Error("no sound");
  const packets = [];
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
    packets.push({ data: [...data], timestamp });
  return { packets, seconds: await input.computeDuration(), tags: await input.getMetadataTags() };
}

const problem = async (file: Uint8Array, maxSeconds = 60) =>
  await cleanRecording(file, maxSeconds).then(
    () => "accepted",
    (error: unknown) => (error instanceof RecordingRefused ? error.message : error),
  );

test.each([
  { name: "Opus in WebM", made: {}, mediaType: "audio/webm" },
  { name: "AAC in MP4", made: aac, mediaType: "audio/mp4" },
  {
    name: "AAC in MP4 in fragments",
    made: { ...aac, format: new Mp4OutputFormat({ fastStart: "fragmented" }) },
    mediaType: "audio/mp4",
  },
  {
    name: "WebM without a length",
    made: { format: new WebMOutputFormat({ appendOnly: true }) },
    mediaType: "audio/webm",
  },
])("$name keeps its sound, packet by packet, and says its length", async ({ made, mediaType }) => {
  const file = await record(made);
  const cleaned = await cleanRecording(file, 60);
  expect(cleaned).toMatchObject({ mediaType });
  expect(cleaned.seconds).toBeCloseTo(2, 1);
  const [before, after] = [await readBack(file), await readBack(cleaned.bytes)];
  expect(after.packets.length).toBe(100);
  expect(after.packets.map(({ data }) => data)).toEqual(before.packets.map(({ data }) => data));
  expect(after.seconds).toBeCloseTo(cleaned.seconds, 2);
  // once more changes nothing
  expect((await cleanRecording(cleaned.bytes, 60)).seconds).toBeCloseTo(cleaned.seconds, 2);
});

test.each([
  { name: "WebM", made: {} },
  { name: "MP4", made: aac },
])("tags, names and what stands behind the end of $name are left behind", async ({ made }) => {
  const file = Buffer.concat([await record({ ...made, tags: true }), Buffer.from("free\0\0\0\0 Secret end")]);
  expect(file.includes("Secret title")).toBe(true);
  const { bytes } = await cleanRecording(file, 60);
  expect(Buffer.from(bytes).includes("Secret")).toBe(false);
  const { tags } = await readBack(bytes);
  expect([tags.title, tags.comment, tags.date]).toEqual([undefined, undefined, undefined]);
});

test("bytes behind the head of Opus are left behind", async () => {
  const file = await record({ description: Buffer.concat([opusHead, Buffer.from("Secret head")]) });
  expect(file.includes("Secret head")).toBe(true);
  const { bytes } = await cleanRecording(file, 60);
  expect(Buffer.from(bytes).includes("Secret")).toBe(false);
});

test.each([
  { name: "WebM", made: {} },
  { name: "MP4", made: aac },
])("a recording of 61 s in $name is cut to 60 s", async ({ made }) => {
  const { bytes, seconds } = await cleanRecording(await record({ ...made, seconds: 61 }), 60);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(seconds).toBeGreaterThan(59.9);
  const after = await readBack(bytes);
  expect(after.seconds).toBeLessThanOrEqual(60.01);
  expect(after.packets.at(-1)?.timestamp).toBeLessThan(60);
});

/** Writes another length into the head of a file. */
const lyingHeads = {
  WebM(file: Buffer) {
    const duration = file.indexOf(Uint8Array.of(0x44, 0x89, 0x88));
    expect(duration).toBeGreaterThan(0);
    file.writeDoubleBE(36_000_000, duration + 3);
  },
  MP4(file: Buffer) {
    const head = file.indexOf("mvhd") + "mvhd".length;
    const is64 = file[head] === 1;
    if (is64) file.writeBigUInt64BE(2n ** 40n, head + 24);
    else file.writeUInt32BE(2 ** 31, head + 16);
  },
};

test.each([
  { name: "WebM", made: {} },
  { name: "MP4", made: aac },
] as const)(
  "a head of $name that claims ten hours is not believed: the sound tells the length",
  async ({ name, made }) => {
    const file = await record(made);
    lyingHeads[name](file);
    const { bytes, seconds } = await cleanRecording(file, 60);
    expect(seconds).toBeCloseTo(2, 1);
    expect((await readBack(bytes)).seconds).toBeCloseTo(2, 1);
  },
);

test("what follows after ten hours of nothing is left behind", async () => {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description: opusHead };
  for (const at of [...Array.from({ length: 50 }, (_, index) => index / 50), 36_000])
    await source.add(new EncodedPacket(silence, "key", at, 0.02), { decoderConfig });
  await output.finalize();
  const { bytes, seconds } = await cleanRecording(Buffer.from(target.buffer ?? new ArrayBuffer(0)), 60);
  expect([Math.round(seconds), Math.round((await readBack(bytes)).seconds)]).toEqual([1, 1]);
});

const webmHead = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3);

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
  ["no byte", () => Buffer.alloc(0), "not readable"],
  ["only NUL", () => Buffer.alloc(4_000), "not readable"],
  ["a page", () => Buffer.from("<html><script>alert(1)</script>"), "not readable"],
  ["the first bytes of WebM, then a page", () => Buffer.concat([webmHead, Buffer.from("<script>")]), "not readable"],
  ["a few bytes of WebM", async () => (await record()).subarray(0, 100), "not one track of sound"],
  ["two tracks", async () => await record({ tracks: 2, ...aac }), "not one track of sound"],
  ["Opus in a Matroska that is no WebM", async () => await record({ format: new MkvOutputFormat() }), "not readable"],
  ["AAC in Matroska", async () => await record({ ...aac, format: new MkvOutputFormat() }), "not readable"],
  ["Opus in MP4", async () => await record({ format: new Mp4OutputFormat() }), "another codec"],
  ["a slip of a finger", async () => await record({ seconds: 0.2 }), "too short"],
  ["one byte too many", () => Buffer.alloc(maxRecordingBytes + 1), "too many bytes"],
])("%s is refused", async (_, make, message) => {
  expect(await problem(await make())).toBe(message);
});

test("a film is refused, also with sound", async () => {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const [film, sound] = [new EncodedVideoPacketSource("vp8"), new EncodedAudioPacketSource("opus")];
  output.addVideoTrack(film);
  output.addAudioTrack(sound);
  await output.start();
  for (let at = 0; at < 100; at++) {
    const meta = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description: opusHead };
    await sound.add(new EncodedPacket(silence, "key", at / 50, 0.02), { decoderConfig: meta });
    await film.add(new EncodedPacket(silence, "key", at / 50, 0.02), {
      decoderConfig: { codec: "vp8", codedWidth: 16, codedHeight: 16 },
    });
  }
  await output.finalize();
  expect(await problem(Buffer.from(target.buffer ?? new ArrayBuffer(0)))).toBe("not one track of sound");
});

test("a file broken at any place is refused or cleaned, also if the library would read it for ever", async () => {
  const file = await record();
  const broken = [17, 60, 300, 1_008, 1_498].map((at) => {
    const bytes = Buffer.from(file);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  });
  const problems = await Promise.all(broken.map((bytes) => problem(bytes)));
  for (const each of problems) expect(each).toEqual(expect.any(String));
  expect(problems).toContain("too slow");
});
