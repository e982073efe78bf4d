import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getPhotos, uploadPhoto } from "#contract/photos.ts";
import { getMemberFile, restoreMember } from "#contract/staff-members.ts";
import { approveDue } from "#demo/approve-photos.ts";
import { sendTo } from "#server/features/chat/photos/test-photos.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { decideOn } from "#server/features/office/test-office.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { addPhoto } from "./add-photo.ts";
import { findLikeRejected, findOriginal } from "./fingerprint-store.ts";

/** A picture of soft spots; each `seed` makes another one. */
async function spots(seed: number): Promise<Buffer> {
  const grey = createHash("sha512").update(`${seed}`).digest();
  return await sharp(grey.subarray(0, 48), { raw: { width: 6, height: 8, channels: 1 } })
    .resize({ width: 320, height: 400, fit: "fill", kernel: "cubic" })
    .jpeg()
    .toBuffer();
}
/** The same, mirrored, a little cropped, smaller and with other colours. */
const disguised = (file: Buffer) =>
  sharp(file)
    .flop()
    .extract({ left: 12, top: 14, width: 296, height: 372 })
    .resize({ width: 240 })
    .modulate({ brightness: 1.1 })
    .tint("#d9a")
    .webp({ quality: 60 })
    .toBuffer();

const upload = ({ client }: Member, body: Uint8Array) => client.call(uploadPhoto, { body }, { key: randomUUID() });
const codeOf = async (answer: ReturnType<typeof upload>) => (await answer).body.error?.code ?? "";

const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"));

test.beforeEach(async ({ services }) => {
  await services.db.deleteFrom("staff_claims").execute();
  await services.db.deleteFrom("rejected_photos").execute();
});

test("D8.2 near copies of a rejected photo are refused on its site, in profiles and in chats, until an objection is upheld", async ({
  pair,
  member,
  siteIds,
  mia,
  max,
}) => {
  const [anna, ben] = await pair();
  const bad = await spots(1);
  const copy = await disguised(bad);
  const id = (await upload(anna, bad)).body.photo.id;
  await mia.client.call(office.decidePhoto, { body: { id, verdict: "explicit" } });
  expect([await codeOf(upload(ben, copy)), await codeOf(upload(anna, copy))]).toEqual(
    Array(2).fill("photo_rejected_before"),
  );
  expect((await sendTo(ben, anna, copy)).body.error?.code).toBe("photo_rejected_before");
  expect(await codeOf(upload(ben, await spots(2)))).toBe("");
  const elsewhere = await member({ siteId: siteIds[1] });
  expect(await codeOf(upload(elsewhere, copy))).toBe("");

  const [decision] = (await anna.client.call(getDecisions)).body.decisions;
  await anna.client.call(objectToDecision, { body: { id: decision?.id ?? "", text: "It is art" } });
  const upheld = { id: decision?.id ?? "", verdict: "upheld", words: "Fair." } as const;
  expect((await max.client.call(office.decideObjection, { body: upheld })).status).toBe(200);
  expect(await codeOf(upload(ben, copy))).toBe("");
});

test("D8.2 D11.4 staff take a rejection back once: the photo can be uploaded again, its member reads so; a sealed one stays", async ({
  member,
  mia,
  services,
}) => {
  const ben = await member();
  const reject = async (photo: Buffer, verdict: "explicit" | "child_abuse") => {
    const { id } = (await upload(ben, photo)).body.photo;
    expect((await mia.client.call(office.decidePhoto, { body: { id, verdict } })).status).toBe(200);
    return (await ben.client.call(getDecisions)).body.decisions[0]?.id ?? "";
  };
  const file = async () => (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body;
  const takeBack = async (decision: string) => {
    const { version } = (await file()).member;
    return await mia.client.call(restoreMember, { body: { id: ben.id, version, words: "Our mistake", decision } });
  };
  const photo = await spots(7);
  const decision = await reject(photo, "explicit");
  expect(await codeOf(upload(ben, await disguised(photo)))).toBe("photo_rejected_before");
  expect((await takeBack(decision)).status).toBe(200);
  expect((await takeBack(decision)).body.error?.code).toBe("staff_item_gone");
  expect(await codeOf(upload(ben, await disguised(photo)))).toBe("");
  expect((await ben.client.call(getDecisions)).body.decisions[0]).toMatchObject({
    decision: "rejection_withdrawn",
    words: "Our mistake",
  });
  const log = services.db.selectFrom("audit_log").select("subject");
  expect(await log.where("action", "=", "member_rejection_withdrawn").execute()).toEqual([
    { subject: `statement:${decision}` },
  ]);

  const sealed = await reject(await spots(8), "child_abuse");
  expect((await takeBack(sealed)).body.error?.code).toBe("staff_item_gone");
  const { safety } = await file();
  const others = safety?.decisions.filter((one) => one.can_take_back).map(({ id }) => id);
  expect(others).toEqual([]);
});

test("D8.2 a photo that shows a minor is refused on all sites of the installation", async ({
  pair,
  member,
  siteIds,
  mia,
}) => {
  const [anna, eva] = await pair();
  const bad = await spots(3);
  await sendTo(anna, eva, bad);
  const { items } = (await mia.client.call(office.takeChatPhotos, { body: { count: 12 } })).body;
  const { id = "" } = items.find((item) => item.member.id === anna.id) ?? {};
  await mia.client.call(office.decideChatPhoto, { body: { id, verdict: "minor" } });
  const elsewhere = await member({ siteId: siteIds[1] });
  expect(await codeOf(upload(elsewhere, await disguised(bad)))).toBe("photo_rejected_before");
  const { decisions } = (await anna.client.call(getDecisions)).body;
  expect(decisions).toMatchObject([{ decision: "chat_photo_rejected", ground: "minor" }]);
});

test("D8.2 a photo that staff remove because of a report does not come back either", async ({
  pair,
  mia,
  services,
}) => {
  const [anna, ben] = await pair();
  const bad = await spots(4);
  const { id } = await addPhoto(services, { siteId: ben.siteId, memberId: ben.id, image: bad, status: "active" });
  const about = { member: ben.id, about: "photo", photo: id, reason: "fake" } as const;
  const { report } = (await anna.client.call(reportMember, { body: about })).body;
  await decideOn(mia, ben, report, { verdict: "removed", ground: "fake" });
  expect((await ben.client.call(getPhotos)).body.photos).toEqual([]);
  // it was added without an upload, so it is known by its looks alone
  expect(await codeOf(upload(ben, await disguised(bad)))).toBe("photo_rejected_before");
});

test("D8.2 a copy of another member's photo waits with a suspicion, beside the photo it looks like", async ({
  member,
  mia,
  app,
  services,
}) => {
  const [anna, thief, twin] = [await member({ name: "Anna" }), await member(), await member()];
  const hers = await spots(5);
  const owned = { siteId: anna.siteId, memberId: anna.id, image: hers };
  const original = await addPhoto(services, { ...owned, status: "active" });
  const copy = (await upload(thief, await disguised(hers))).body.photo.id;
  const own = (await upload(anna, await disguised(hers))).body.photo.id;
  const other = (await upload(twin, await spots(6))).body.photo.id;
  const { items } = (await mia.client.call(office.takePhotos, { body: { count: 12 } })).body;
  const of = (id: string) => items.find((item) => item.id === id);
  expect(of(copy)).toMatchObject({ suspicions: ["copy"], original: { member: { id: anna.id, name: "Anna" } } });
  expect([of(own), of(other)]).toMatchObject(Array(2).fill({ suspicions: [], original: null }));
  const load = async (cookie: string) =>
    (await app.inject({ url: of(copy)?.original?.image ?? "", headers: { host: "localhost", cookie } })).statusCode;
  expect([await load(`staff=${mia.client.cookies.get("staff")}`), await load(thief.cookie)]).toEqual([200, 404]);
  // a demo does not approve it by itself
  services.clock.advance(60_000);
  const approved: string[] = [];
  const approve = async (id: string) => approved.push(id);
  await approveDue({ db: services.db, now: services.clock.now(), approve, approveInChat: async () => undefined });
  expect(approved).toContain(own);
  expect(approved).not.toContain(copy);
  // the original is deleted: the photo waits like any other
  await services.db.deleteFrom("photos").where("id", "=", original.id).execute();
  await services.db.deleteFrom("staff_claims").execute();
  const again = (await mia.client.call(office.takePhotos, { body: { count: 12 } })).body.items;
  expect(again.find((item) => item.id === copy)).toMatchObject({ suspicions: [], original: null });
});

/** `FINGERPRINTS=100000 vitest run …` measures the search among so many. */
const fingerprintCount = Number(process.env.FINGERPRINTS ?? 2_000);

test("D8.2 a search among many fingerprints uses the index", { timeout: 300_000 }, async ({ member, services }) => {
  const { db } = services;
  const anna = await member();
  const random = sql`('x' || md5(n::text))::bit(128)`;
  const rows = sql`generate_series(1, ${fingerprintCount}::int) as n`;
  await sql`insert into rejected_photos (site_id, body_hash, fingerprints, decision_id, rejected_at)
    select ${anna.siteId}, sha256(n::text::bytea), array[${random}], gen_random_uuid(), now() from ${rows}`.execute(db);
  await sql`insert into photos (site_id, member_id, status, width, height, thumbhash, created_at, fingerprints)
    select ${anna.siteId}, ${anna.id}, 'active', 1, 1, '', now(), array[${random}] from ${rows}`.execute(db);
  for (const table of ["rejected_photos", "photos"]) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  const looks = { sha256: Buffer.from("none"), fingerprints: ["01".repeat(64), "01".repeat(64)] as const };
  const times = { rejected: 0, shown: 0 };
  for (let count = 0; count < 20; count += 1) {
    const started = performance.now();
    expect(await findLikeRejected(db, anna.siteId, looks)).toBeUndefined();
    const between = performance.now();
    expect(await findOriginal(db, { siteId: anna.siteId, memberId: randomUUID() }, looks.fingerprints)).toBeUndefined();
    times.rejected += (between - started) / 20;
    times.shown += (performance.now() - between) / 20;
  }
  if (process.env.FINGERPRINTS) process.stderr.write(`${JSON.stringify({ fingerprintCount, ...times })} ms each\n`);
  expect(Math.max(times.rejected, times.shown)).toBeLessThan(150);
  await sql`delete from photos where member_id = ${anna.id}`.execute(db);
});

test("D8.2 what a service finds in an upload is a hint for staff, and so is its silence; the upload never waits for it", async ({
  given,
  member,
  mia,
}) => {
  const { services } = given;
  const anna = await member({ premium: true });
  const lookups: Record<string, () => Promise<{ nudity: number; known: boolean }>> = {
    nudity: async () => ({ nudity: 0.9, known: false }),
    "known_picture,nudity": async () => ({ nudity: 1, known: true }),
    no_answer: async () => {
      throw new Error("silent");
    },
    "": async () => ({ nudity: 0.1, known: false }),
  };
  let seed = 10;
  for (const [kinds, check] of Object.entries(lookups)) {
    seed += 1;
    services.pictures = { check };
    const { id } = (await upload(anna, await spots(seed))).body.photo;
    for (let times = 0; times < 2; times += 1) await services.jobs.drain(services);
    const { items } = (await mia.client.call(office.takePhotos, { body: { count: 12 } })).body;
    expect(items.find((item) => item.id === id)?.suspicions.join()).toBe(kinds);
  }
  services.pictures = undefined;
});

test("D8.2 the service looks at photos in chats too; what it finds goes with the decision of staff", async ({
  given,
  pair,
  mia,
}) => {
  const { services } = given;
  const [anna, ben] = await pair({ credits: 30 });
  const asked: number[] = [];
  services.pictures = {
    check: async (picture) => {
      asked.push(picture.length);
      return { nudity: 0.9, known: true };
    },
  };
  const { attachment } = (await sendTo(anna, ben, await spots(30))).body.message;
  const address = attachment?.kind === "photo" ? attachment.image?.filename : undefined;
  const [, id = ""] = /\/chat-photos\/([^/]+)\//.exec(address ?? "") ?? [];
  expect((await sendTo(anna, ben, await spots(31))).status).toBe(200);
  for (let times = 0; times < 2; times += 1) await services.jobs.drain(services);
  expect(asked).toHaveLength(2);
  const take = async () => (await mia.client.call(office.takeChatPhotos, { body: { count: 12 } })).body.items;
  expect((await take()).find((item) => item.id === id)?.suspicions).toEqual(["nudity", "known_picture"]);
  await mia.client.call(office.decideChatPhoto, { body: { id, verdict: "approved" } });
  const left = services.db.selectFrom("chat_photos").select("findings").where("id", "=", id);
  expect(await left.execute()).toEqual([{ findings: null }]);
  services.pictures = undefined;
});
