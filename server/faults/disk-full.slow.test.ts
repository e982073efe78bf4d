import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, describe, onTestFinished } from "vitest";
import { getChat, sendMessage } from "#contract/chat.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { sendGift } from "#contract/gifts.ts";
import { likeMember } from "#contract/likes.ts";
import { cropPhoto, getPhotos, uploadPhoto } from "#contract/photos.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { haveWritten, speakTo } from "#server/features/chat/voice/test-voice.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { recording } from "#server/features/profiles/voice/test-recording.ts";
import { createLog, logDestination } from "#server/log.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";

const picture = (background: string) =>
  sharp({ create: { width: 1200, height: 1500, channels: 3, background, noise: { type: "gaussian", sigma: 9 } } })
    .jpeg()
    .toBuffer();
const image = await picture("#c36");
const sound = await recording();

/** What a user sees: come back in a moment, and try again. */
const away = { status: 503, code: "unavailable", retryAfter: "5" };
const seen = ({ status, headers, body }: { status: number; headers: Record<string, unknown>; body: unknown }) => ({
  status,
  code: (body as { error?: { code: string } }).error?.code,
  retryAfter: headers["retry-after"],
});

describe("D12.3 the database has no room", () => {
  /** Lets PostgreSQL refuse new rows of a table as it does when its disk is full, until `run` has ended. */
  async function whileFull<T>({ services: { db } }: Pick<Fixtures, "services">, table: string, run: () => Promise<T>) {
    await sql`create or replace function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      db,
    );
    await sql`create trigger disk_full before insert on ${sql.table(table)}
      for each row execute function disk_full()`.execute(db);
    try {
      return await run();
    } finally {
      await sql`drop trigger disk_full on ${sql.table(table)}`.execute(db);
    }
  }

  type Act = (from: Member, to: Member, key: string) => ReturnType<Member["client"]["call"]>;
  const acts: [string, string, Act][] = [
    [
      "messages",
      "a message",
      (from, { id }, key) => from.client.call(sendMessage, { body: { member: id, text: "Hi" } }, { key }),
    ],
    [
      "ledger",
      "a paid message",
      (from, { id }, key) => from.client.call(sendMessage, { body: { member: id, text: "Hi" } }, { key }),
    ],
    [
      "gifts",
      "a gift",
      (from, { id }, key) => from.client.call(sendGift, { body: { member: id, gift: "rose" } }, { key }),
    ],
    ["likes", "a like", (from, { id }, key) => from.client.call(likeMember, { body: { id } }, { key })],
    ["photos", "a photo", (from, _, key) => from.client.call(uploadPhoto, { body: image }, { key })],
    [
      "chat_photos",
      "a photo in a chat",
      (from, { id }, key) => from.client.call(sendChatPhoto, { body: { member: id, text: "", file: image } }, { key }),
    ],
    ["voice_messages", "a voice message", async (from, to, key) => await speakTo(from, to, sound, { key })],
    ["pgboss.job", "what needs a job", (from, _, key) => from.client.call(uploadPhoto, { body: image }, { key })],
  ];

  test.for(acts)(
    "%s: %s fails with “try again”, leaves nothing, and works with the same key afterwards",
    async ([table, , act], { services, pair }) => {
      const [anna, ben] = await pair({ premium: true });
      await haveWritten(anna, ben);
      const [key, files] = [randomUUID(), services.files.stored.size];
      const before = await balanceOf(services.db, anna.id);
      const failed = await whileFull({ services }, table, () => act(anna, ben, key));
      expect(seen(failed)).toEqual(away);
      expect([await balanceOf(services.db, anna.id), services.files.stored.size]).toEqual([before, files]);
      expect((await act(anna, ben, key)).status).toBe(200);
      const after = await balanceOf(services.db, anna.id);
      expect((await act(anna, ben, key)).status).toBe(200);
      expect(await balanceOf(services.db, anna.id)).toBe(after);
    },
  );

  test("reading goes on meanwhile", async ({ services, pair }) => {
    const [anna, ben] = await pair({ premium: true });
    await anna.client.call(sendMessage, { body: { member: ben.id, text: "Before" } });
    const chat = () => ben.client.call(getChat, { query: { member: anna.id } });
    expect((await whileFull({ services }, "messages", chat)).status).toBe(200);
  });
});

const scratch = createScratchFolder();
const small = join(scratch, "small");
mkdirSync(small, { recursive: true });
/** A disk of half a megabyte; only root may make one. */
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", small]).status === 0;
afterAll(() => {
  if (mounted) spawnSync("umount", [small]);
  rmSync(scratch, { recursive: true, force: true });
});

/** Leaves so many bytes of the disk; returns a function that frees the rest again. */
function fill(left: number): () => void {
  const { bavail, bsize } = statfsSync(small);
  const path = join(small, "others");
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  return () => rmSync(path, { force: true });
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

describe.skipIf(!mounted)("D12.3 the disk of the photos is full (needs root, for a small tmpfs)", () => {
  test("an upload and a crop answer “try again”, leave no half files, and work afterwards", async ({
    services,
    member,
  }) => {
    const usual = services.files;
    const root = join(small, "files");
    Object.assign(services, { files: createLocalFiles(root) });
    onTestFinished(() => void Object.assign(services, { files: usual }));
    const anna = await member();
    const first = await anna.client.call(uploadPhoto, { body: await sharp(image).resize(300).toBuffer() });
    expect(first.status).toBe(200);
    const before = filesBelow(root);

    const free = fill(24_000);
    const key = randomUUID();
    expect(seen(await anna.client.call(uploadPhoto, { body: image }, { key }))).toEqual(away);
    const crop = { x: 0, y: 0, width: 0.9, height: 0.9 };
    const cropped = await anna.client.call(cropPhoto, { body: { photo: first.body.photo.id, crop } });
    if (cropped.status !== 200) expect(seen(cropped)).toEqual(away);
    expect(filesBelow(root)).toBe(cropped.status === 200 ? filesBelow(root) : before);
    expect((await anna.client.call(getPhotos)).body.photos).toHaveLength(1);

    free();
    Object.assign(services, { files: usual });
    expect((await anna.client.call(uploadPhoto, { body: image }, { key })).status).toBe(200);
  });

  test("a file that is being received answers “try again”, and frees what it took", async ({ member }) => {
    const anna = await member();
    const free = fill(40_000);
    const usual = process.env.TMPDIR;
    process.env.TMPDIR = small;
    try {
      expect(seen(await anna.client.call(uploadPhoto, { body: image }))).toEqual(away);
    } finally {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    }
    expect(statfsSync(small).bavail * statfsSync(small).bsize).toBeGreaterThanOrEqual(36_000);
    free();
    expect((await anna.client.call(uploadPhoto, { body: image })).status).toBe(200);
  });
});

test("D12.3 a log on a full disk loses lines, and ends nothing", async () => {
  const log = createLog("info", logDestination("/dev/full"));
  for (let line = 0; line < 5; line += 1) log.info("not written");
  await new Promise(setImmediate);
});
