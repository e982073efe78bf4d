import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { getAuditLog } from "#contract/audit-log.ts";
import { dayMs } from "#contract/durations.ts";
import { getCard } from "#contract/members.ts";
import * as office from "#contract/office.ts";
import { cropPhoto, getPhotos, setMainPhoto } from "#contract/photos.ts";
import { getMemberFile, takeBackPicture } from "#contract/staff-members.ts";
import { getUpdates } from "#contract/updates.ts";
import * as contract from "#contract/verification.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { markDeleted } from "#server/features/account/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { eraseAccounts } from "#server/features/privacy/jobs.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { addPhoto } from "../photos/add-photo.ts";
import { purgeVerifications, removeUnfinishedPicture } from "./jobs.ts";

const picture = (background: string) =>
  sharp({ create: { width: 240, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
const selfie = await picture("#0c6");

const stateOf = async ({ client }: Member) => (await client.call(contract.getVerification)).body.verification;
const ask = ({ client }: Member) => client.call(contract.askForPose);
const send = ({ client }: Member, body: Uint8Array = selfie, key = randomUUID()) =>
  client.call(contract.sendSelfie, { body }, { key });

const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("ada", { scope: "file" }, ({ given }) => staffMember(given, "admin"))
  .extend("add", { scope: "file" }, ({ services }) => async ({ id: memberId, siteId }: Member) => {
    services.clock.advance(1000);
    return (await addPhoto(services, { siteId, memberId, image: await picture("#c36"), status: "active" })).id;
  })
  /** A member with a main photo that others see. */
  .extend("shown", { scope: "file" }, ({ member, add }) => async () => {
    const owner = await member({ name: `Anna ${randomUUID().slice(0, 8)}` });
    return { owner, photo: await add(owner) };
  })
  /** The same, and the selfie waits. */
  .extend("waiting", { scope: "file" }, ({ shown, services }) => async () => {
    const made = await shown();
    await ask(made.owner);
    services.clock.advance(1000);
    const { status } = await send(made.owner);
    if (status !== 200) throw new Error(`the selfie was refused: ${status}`);
    return made;
  })
  .extend("take", { scope: "file" }, () => async (who: Staff, count = 12) => {
    return (await who.client.call(office.takeSelfies, { body: { count } })).body.items;
  })
  .extend("stored", { scope: "file" }, ({ services }) => () => {
    return [...services.files.stored.keys()].filter((key) => key.includes("/verification/"));
  });

type Staff = Awaited<ReturnType<typeof staffMember>>;
type Item = { id: string; seen: string } | undefined;
const decide = (
  { client }: Staff,
  item: Item,
  verdict: "approved" | contract.SelfieRejection = "approved",
  key = randomUUID(),
) => client.call(office.decideSelfie, { body: { id: item?.id ?? "", verdict, seen: item?.seen ?? "" } }, { key });
const load = async (url: string, { client }: Pick<Staff, "client">) => (await client.get(url)).statusCode;

test.beforeEach(async ({ services }) => {
  await services.db.deleteFrom("verifications").execute();
  await services.db.deleteFrom("staff_claims").execute();
  const { stored } = services.files;
  for (const key of [...stored.keys()]) if (key.includes("/verification/")) stored.delete(key);
});

test("D11.5 sending a selfie records the consent in the words on the screen, each time; taking it back withdraws it", async ({
  waiting,
  services,
}) => {
  const { owner } = await waiting();
  const history = async () => {
    const rows = services.db.selectFrom("consents").select(["given", "words"]).where("member_id", "=", owner.id);
    return await rows.where("subject", "=", "selfie").orderBy("id").execute();
  };
  const words = ["consent", "private"].map((key) => services.texts.t("en", `verification:${key}`)).join("\n");
  expect(await history()).toEqual([{ given: true, words }]);
  await owner.client.call(contract.withdrawVerification);
  await ask(owner);
  await send(owner);
  expect(await history()).toEqual([
    { given: true, words },
    { given: false, words: null },
    { given: true, words },
  ]);
});

test("D8.2 a member takes a selfie in a pose drawn by lot, staff compare it, and everyone sees the badge", async ({
  shown,
  member,
  take,
  mia,
  ada,
  stored,
  services,
}) => {
  const { owner, photo } = await shown();
  const ben = await member();
  expect(await stateOf(owner)).toEqual({ state: "none", pose: null, reason: null });
  const { pose } = (await ask(owner)).body.verification;
  expect(contract.poses).toContain(pose);
  for (let times = 0; times < 3; times += 1) expect((await ask(owner)).body.verification.pose).toBe(pose);
  expect((await send(owner)).body.verification.state).toBe("waiting");
  const [item] = await take(mia);
  expect(item).toMatchObject({ member: { id: owner.id, fictional: false }, pose, seen: `${photo}/` });
  expect(item?.photos).toMatchObject([{ image: `/staff-files/shown/${photo}.webp`, width: 240, height: 300 }]);
  expect(await load(item?.image ?? "", mia)).toBe(200);
  expect(await load(item?.photos[0]?.image ?? "", mia)).toBe(200);
  const cardOf = async () => (await ben.client.call(getCard, { query: { id: owner.id } })).body.member;
  expect((await cardOf()).verified).toBe(false);
  const key = randomUUID();
  const approve = () => decide(mia, item, "approved", key);
  expect((await Promise.all([approve(), approve()])).map(({ status }) => status)).toEqual([200, 200]);
  expect((await cardOf()).verified).toBe(true);
  expect((await stateOf(owner)).state).toBe("verified");
  expect((await owner.client.call(getUpdates)).body.updates).toMatchObject([{ kind: "verified" }]);
  await services.jobs.drain(services);
  expect(stored()).toEqual([]);
  const [entry] = (await ada.client.call(getAuditLog)).body.entries;
  expect(entry).toMatchObject({ action: "verification_approved", member_id: owner.id });
  // asking again leaves the badge
  expect((await ask(owner)).body.verification.state).toBe("verified");
});

test("D8.2 a rejected selfie: the reason, another pose, another try; the selfie is erased", async ({
  waiting,
  take,
  mia,
  stored,
  services,
}) => {
  const { owner } = await waiting();
  const [item] = await take(mia);
  const reject = () => decide(mia, item, "other_pose");
  expect([(await reject()).status, (await reject()).body.error?.code]).toEqual([200, "staff_item_gone"]);
  expect(await stateOf(owner)).toEqual({ state: "rejected", pose: null, reason: "other_pose" });
  expect((await owner.client.call(getUpdates)).body.updates).toMatchObject([{ kind: "verification_rejected" }]);
  const { safety } = (await mia.client.call(getMemberFile, { query: { id: owner.id } })).body;
  const line = { kind: "selfie", reason: "other_pose", at: services.clock.now().toISOString() };
  expect(safety?.rejected_pictures).toMatchObject([{ ...line, by: expect.stringMatching(/^Staff/) }]);
  await services.jobs.drain(services);
  expect(stored()).toEqual([]);
  const { verification } = (await ask(owner)).body;
  expect(verification.state).toBe("asked");
  expect(verification.pose).not.toBe(item?.pose);
  expect((await send(owner)).body.verification.state).toBe("waiting");
});

test("D8.2 D11.2 staff take back the rejection of a selfie, once: its member hears, and takes another one", async ({
  waiting,
  take,
  mia,
  ada,
}) => {
  const { owner } = await waiting();
  const [item] = await take(mia);
  expect(item?.facts).toMatchObject({ country: expect.stringMatching(/^[A-Z]{2}$/), verified: false });
  const takeBack = async () =>
    (await mia.client.call(takeBackPicture, { body: { id: owner.id, kind: "selfie" } })).body.error?.code;
  expect(await takeBack()).toBe("staff_item_gone");
  await decide(mia, item, "someone_else");
  const rejections = async () =>
    (await mia.client.call(getMemberFile, { query: { id: owner.id } })).body.safety?.rejected_pictures;
  expect(await rejections()).toMatchObject([{ taken_back: false, can_take_back: true }]);
  expect([await takeBack(), await takeBack()]).toEqual([undefined, "staff_item_gone"]);
  expect(await rejections()).toMatchObject([{ taken_back: true, can_take_back: false }]);
  expect(await stateOf(owner)).toEqual({ state: "none", pose: null, reason: null });
  const [heard] = (await owner.client.call(getUpdates)).body.updates;
  expect(heard).toMatchObject({ kind: "verification_reopened", path: "/profile#verification" });
  const [entry] = (await ada.client.call(getAuditLog)).body.entries;
  expect(entry).toMatchObject({ action: "member_rejection_withdrawn", subject: `verification:${item?.id}` });
  expect((await ask(owner)).body.verification.state).toBe("asked");
});

test("D8.2 a selfie is served only to the person who has claimed it, for as long as the claim lasts", async ({
  waiting,
  take,
  mia,
  max,
  ada,
  visitor,
  services,
}) => {
  const { owner } = await waiting();
  const [item] = await take(mia);
  const image = item?.image ?? "";
  const seenBy = async () => [
    await load(image, mia),
    await load(image, max),
    await load(image, ada),
    await load(image, owner),
    await load(image, { client: visitor() }),
  ];
  expect(await seenBy()).toEqual([200, 404, 404, 404, 404]);
  expect((await decide(max, item)).body.error?.code).toBe("staff_item_claimed");
  expect(await take(max)).toEqual([]);
  services.clock.advance(5 * 60_000 + 1);
  expect(await seenBy()).toEqual([404, 404, 404, 404, 404]);
  expect(await take(max)).toHaveLength(1);
  expect(await seenBy()).toEqual([404, 200, 404, 404, 404]);
});

test("D8.2 another main photo, another crop or a deleted photo drops the badge", async ({ shown, add, services }) => {
  const { owner, photo } = await shown();
  const other = await add(owner);
  const verify = () =>
    services.db.updateTable("profiles").set({ verified_at: new Date() }).where("member_id", "=", owner.id).execute();
  const isVerified = async () => (await stateOf(owner)).state === "verified";
  const main = (id: string) => owner.client.call(setMainPhoto, { body: { photo: id } });
  const crop = (id: string, x: number) =>
    owner.client.call(cropPhoto, { body: { photo: id, crop: { x, y: 0, width: 0.5, height: 1 } } });
  await verify();
  expect((await crop(other, 0)).status).toBe(200);
  expect((await main(photo)).status).toBe(200);
  expect(await isVerified()).toBe(true);
  await main(other);
  expect(await isVerified()).toBe(false);
  await verify();
  await crop(other, 0.25);
  expect(await isVerified()).toBe(false);
  await verify();
  await sql`delete from photos where id = ${other}`.execute(services.db);
  expect(await isVerified()).toBe(false);
  expect((await owner.client.call(getPhotos)).body.photos).toHaveLength(1);
});

test("D8.2 a main photo that changes while staff compare: nothing is approved, and the selfie waits on", async ({
  waiting,
  add,
  take,
  mia,
}) => {
  const { owner } = await waiting();
  const [item] = await take(mia);
  await owner.client.call(setMainPhoto, { body: { photo: await add(owner) } });
  expect((await decide(mia, item)).body.error?.code).toBe("staff_item_gone");
  expect((await decide(mia, item && { ...item, seen: "" })).body.error?.code).toBe("staff_item_gone");
  const [again] = await take(mia);
  expect(again?.seen).not.toBe(item?.seen);
  expect((await decide(mia, again)).status).toBe(200);
  expect((await stateOf(owner)).state).toBe("verified");
});

test("D11.1 a fictional profile, or one that a program answers for, can never have the badge", async ({
  shown,
  services,
}) => {
  const { owner } = await shown();
  const change = (columns: object) =>
    services.db.updateTable("profiles").set(columns).where("member_id", "=", owner.id).execute();
  await change({ automatic: true });
  expect((await stateOf(owner)).state).toBe("off");
  expect((await ask(owner)).body.error?.code).toBe("verification_off");
  await expect(change({ verified_at: new Date() })).rejects.toThrow(/check/);
  await change({ automatic: false });
  expect((await stateOf(owner)).state).toBe("none");
});

test("D8.2 what is sent out of turn is refused, a retry changes nothing, and two at once send one", async ({
  shown,
  member,
  stored,
  services,
}) => {
  const { owner } = await shown();
  const bare = await member();
  expect((await stateOf(bare)).state).toBe("no_photo");
  expect((await ask(bare)).body.error?.code).toBe("verification_needs_photo");
  expect((await send(owner)).body.error?.code).toBe("verification_not_open");
  await ask(owner);
  expect((await send(owner, Buffer.from("no picture"))).body.error?.code).toBe("photo_format");
  const key = randomUUID();
  const answers = await Promise.all([send(owner, selfie, key), send(owner, selfie, key)]);
  expect(answers.map(({ body }) => body.verification.state)).toEqual(["waiting", "waiting"]);
  expect((await send(owner, selfie, key)).body.verification.state).toBe("waiting");
  expect((await send(owner)).body.error?.code).toBe("verification_not_open");
  // a better picture under the same key is not answered as if it were the one that waits
  expect((await send(owner, await picture("#06c"), key)).body.error?.code).toBe("verification_not_open");
  expect(stored()).toHaveLength(1);
  const left = `photos/${owner.siteId}/${owner.id}/verification/${randomUUID()}`;
  await services.files.put(`${left}/full.webp`, selfie, "image/webp");
  await removeUnfinishedPicture.run(services, { siteId: owner.siteId, memberId: owner.id, id: left.slice(-36) });
  expect(stored()).toHaveLength(1);
});

test("D8.2 a member takes the request back, or the badge: the selfie is erased, and staff find the item gone", async ({
  waiting,
  take,
  mia,
  stored,
  services,
}) => {
  const { owner } = await waiting();
  const [item] = await take(mia);
  const withdraw = () => owner.client.call(contract.withdrawVerification);
  expect((await withdraw()).body.verification.state).toBe("none");
  expect((await withdraw()).status).toBe(200);
  expect((await decide(mia, item)).body.error?.code).toBe("staff_item_gone");
  await services.jobs.drain(services);
  expect(stored()).toEqual([]);
  await services.db
    .updateTable("profiles")
    .set({ verified_at: new Date() })
    .where("member_id", "=", owner.id)
    .execute();
  expect((await stateOf(owner)).state).toBe("verified");
  expect((await withdraw()).body.verification.state).toBe("none");
});

test("quality: two moderators take different selfies, and of two who decide at once one does", async ({
  waiting,
  take,
  mia,
  max,
}) => {
  await waiting();
  await waiting();
  const [mine, his] = await Promise.all([take(mia, 1), take(max, 1)]);
  expect(mine[0]?.id).not.toBe(his[0]?.id);
  await mia.client.call(office.releaseItem, { body: { queue: "verifications", id: mine[0]?.id ?? "" } });
  const answers = await Promise.all([mia, max].map((who) => decide(who, mine[0])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("D3.9 a member who leaves is not in the queue; erased while staff look, nothing is left", async ({
  waiting,
  take,
  mia,
  stored,
  services,
}) => {
  const { owner } = await waiting();
  const [item] = await take(mia);
  const now = services.clock.now();
  await inTransaction(services.db, (trx) => markDeleted(trx, owner.id, { reason: undefined, comment: undefined, now }));
  expect(await take(mia)).toEqual([]);
  services.clock.advance(15 * dayMs);
  await eraseAccounts.run(services, {});
  expect(stored()).toEqual([]);
  expect((await decide(mia, item)).status).not.toBe(200);
});

test("D8.2 a selfie that no one decided on within 30 days is erased, and its member hears of it", async ({
  waiting,
  stored,
  services,
}) => {
  const { owner } = await waiting();
  services.clock.advance(29 * dayMs);
  await purgeVerifications.run(services, {});
  expect(stored()).toHaveLength(1);
  services.clock.advance(2 * dayMs);
  for (let times = 0; times < 2; times += 1) await purgeVerifications.run(services, {});
  await services.jobs.drain(services);
  expect(stored()).toEqual([]);
  // the session is over too
  const of = (table: "verifications" | "updates") =>
    services.db.selectFrom(table).selectAll().where("member_id", "=", owner.id).execute();
  expect(await of("verifications")).toEqual([]);
  expect(await of("updates")).toMatchObject([{ kind: "verification_expired" }]);
});
