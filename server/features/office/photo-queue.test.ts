import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { getAuditLog } from "#contract/audit-log.ts";
import { getDecisions } from "#contract/decisions.ts";
import { decidePhoto, getQueues, releaseItem, takePhotos } from "#contract/office.ts";
import { getPhotos, uploadPhoto } from "#contract/photos.ts";
import { removeMemberPhoto } from "#contract/staff-members.ts";
import { getUpdates } from "#contract/updates.ts";
import { lockProfile } from "#server/db/locks.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { expect } from "#server/test.ts";
import { test, waitingPhoto } from "./test-office.ts";

test.beforeEach(async ({ services }) => {
  await services.db.deleteFrom("photos").where("status", "=", "inspection").execute();
  await services.db.deleteFrom("staff_claims").execute();
});

test("D8.2 a moderator takes the oldest photo, sees the whole picture, and approves it: others see it, its owner hears", async ({
  services,
  visitor,
  member,
  mia,
  ada,
  events,
}) => {
  const [anna, ben] = [await member({ name: "Anna" }), await member()];
  const first = await waitingPhoto(anna);
  services.clock.advance(60_000);
  await waitingPhoto(ben);
  const { items, waiting } = (await mia.client.call(takePhotos, { body: { count: 1 } })).body;
  expect(waiting).toBe(2);
  expect(items).toMatchObject([{ id: first, member: { id: anna.id, name: "Anna", fictional: false }, main: true }]);
  const load = (client: TestClient) => client.get(items[0]?.image ?? "");
  expect((await load(mia.client)).headers["content-type"]).toBe("image/webp");
  expect((await load(anna.client)).statusCode).toBe(404);
  expect((await load(visitor())).statusCode).toBe(404);
  const heard = events(anna);
  expect((await mia.client.call(decidePhoto, { body: { id: first, verdict: "approved" } })).status).toBe(200);
  expect(heard).toEqual([{ type: "photo", photo: first, status: "active" }]);
  expect((await load(mia.client)).statusCode).toBe(404);
  const log = (await ada.client.call(getAuditLog)).body.entries[0];
  expect(log).toMatchObject({ action: "photo_approved", member_id: anna.id, subject: `photo:${first}` });
  expect(log?.staff).toMatch(/^Staff /);
});

test("D8.2 a photo is shown beside the main photo that others see", async ({ member, mia }) => {
  const anna = await member();
  const main = await waitingPhoto(anna);
  const itemOf = async (id: string) =>
    (await mia.client.call(takePhotos, { body: { count: 12 } })).body.items.find((each) => each.id === id);
  const other = await waitingPhoto(anna);
  expect(await itemOf(main)).toMatchObject({ main: true, main_photo: null });
  expect(await itemOf(other)).toMatchObject({ main: false, main_photo: null });
  await mia.client.call(decidePhoto, { body: { id: main, verdict: "approved" } });
  const image = (await itemOf(other))?.main_photo ?? "";
  expect((await mia.client.get(image)).headers["content-type"]).toBe("image/webp");
});

test("D8.2 D11.2 a moderator takes down a photo on its member's page, once, with a statement of reasons", async ({
  member,
  mia,
  ada,
}) => {
  const [anna, ben] = [await member(), await member()];
  const photo = await waitingPhoto(anna);
  await mia.client.call(decidePhoto, { body: { id: photo, verdict: "approved" } });
  const remove = async ({ id }: { id: string }) =>
    (await mia.client.call(removeMemberPhoto, { body: { id, photo, ground: "advertising" } })).body.error?.code;
  expect(await remove(ben)).toBe("staff_item_gone");
  expect([await remove(anna), await remove(anna)]).toEqual([undefined, "staff_item_gone"]);
  expect((await anna.client.call(getPhotos)).body.photos).toEqual([]);
  const { decisions } = (await anna.client.call(getDecisions)).body;
  expect(decisions).toMatchObject([{ decision: "photo_rejected", ground: "advertising", objection: null }]);
  const log = (await ada.client.call(getAuditLog, { query: { action: "photo_rejected", member: anna.id } })).body
    .entries;
  expect(log).toMatchObject([{ subject: `photo:${photo}`, reason: "advertising" }]);
});

test("D8.2 D11.2 a rejected photo is gone, can't come back, and its owner gets one statement of reasons", async ({
  member,
  mia,
  mails,
  ada,
}) => {
  const anna = await member();
  const id = await waitingPhoto(anna);
  const key = randomUUID();
  const reject = () => mia.client.call(decidePhoto, { body: { id, verdict: "someone_else" } }, { key });
  expect(await Promise.all([reject(), reject()])).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect((await reject()).status).toBe(200);
  const again = await mia.client.call(decidePhoto, { body: { id, verdict: "approved" } });
  expect(again.body.error?.code).toBe("staff_item_gone");
  expect((await anna.client.call(getPhotos)).body.photos).toEqual([]);
  const { decisions } = (await anna.client.call(getDecisions)).body;
  expect(decisions).toMatchObject([{ decision: "photo_rejected", ground: "someone_else", objection: null }]);
  const updates = (await anna.client.call(getUpdates)).body.updates;
  expect(updates).toMatchObject([{ kind: "photo_rejected", path: `/decisions#${decisions[0]?.id}` }]);
  const sent = (await mails()).filter(({ to }) => to === anna.email);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain("It shows someone else");
  const entries = (await ada.client.call(getAuditLog)).body.entries.filter(({ subject }) => subject === `photo:${id}`);
  expect(entries).toMatchObject([{ action: "photo_rejected", reason: "someone_else", member_id: anna.id }]);
});

test("D8.2 the same picture as a rejected one is refused, also from another member", async ({ member, mia }) => {
  const [anna, ben] = [await member(), await member()];
  const id = await waitingPhoto(anna);
  const { default: sharp } = await import("sharp");
  const body = await sharp({ create: { width: 220, height: 280, channels: 3, background: "#0a7" } })
    .composite([{ input: Buffer.from("<svg width='100' height='150'><rect width='60' height='150'/></svg>") }])
    .jpeg()
    .toBuffer();
  const uploaded = (await anna.client.call(uploadPhoto, { body })).body.photo.id;
  await mia.client.call(decidePhoto, { body: { id: uploaded, verdict: "advertising" } });
  expect((await ben.client.call(uploadPhoto, { body })).body.error?.code).toBe("photo_rejected_before");
  expect((await mia.client.call(decidePhoto, { body: { id, verdict: "approved" } })).status).toBe(200);
});

test("quality: an item is one person's for five minutes; two who take at once never get the same", async ({
  services,
  member,
  mia,
  max,
}) => {
  const anna = await member({ premium: true });
  const ids = [];
  for (let count = 0; count < 6; count += 1) ids.push(await waitingPhoto(anna));
  const take = async (who: typeof mia, count = 3) =>
    (await who.client.call(takePhotos, { body: { count } })).body.items.map(({ id }) => id);
  const [mine, his] = await Promise.all([take(mia), take(max)]);
  expect([...mine, ...his].sort()).toEqual(ids.sort());
  const [first = ""] = mine;
  const stolen = await max.client.call(decidePhoto, { body: { id: first, verdict: "approved" } });
  expect([stolen.status, stolen.body.error?.code]).toEqual([409, "staff_item_claimed"]);
  expect(stolen.body.error?.message).toBe("Someone else on the team is working on this one.");
  await max.client.call(releaseItem, { body: { queue: "photos", id: first } });
  expect(await take(max)).toEqual(his);
  await mia.client.call(releaseItem, { body: { queue: "photos", id: first } });
  expect((await max.client.call(decidePhoto, { body: { id: first, verdict: "approved" } })).status).toBe(200);
  services.clock.advance(5 * 60_000);
  expect((await take(max, 12)).length).toBe(5);
});

test("quality: two decide at once on what neither has claimed: one does it, the other hears that it is gone", async ({
  member,
  mia,
  max,
}) => {
  const id = await waitingPhoto(await member());
  const verdicts = [
    [mia, "approved"],
    [max, "explicit"],
  ] as const;
  const answers = await Promise.all(
    verdicts.map(([who, verdict]) => who.client.call(decidePhoto, { body: { id, verdict } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("quality: two who decide at once on a photo wait for its owner's row first, so that neither waits for the other", async ({
  services: { db },
  member,
  mia,
  max,
}) => {
  const anna = await member();
  const id = await waitingPhoto(anna);
  const decide = (who: typeof mia, verdict: "approved" | "explicit") =>
    who.client.call(decidePhoto, { body: { id, verdict } });
  const answers = await db.transaction().execute(async (trx) => {
    await lockProfile(trx, anna.id);
    const rejected = decide(max, "explicit");
    await untilWaiting(db);
    const approved = decide(mia, "approved");
    await untilWaiting(db, 2);
    const photo = trx.selectFrom("photos").select("id").where("id", "=", id);
    expect(await photo.forUpdate().noWait().execute()).toEqual([{ id }]);
    return { all: Promise.all([rejected, approved]) };
  });
  expect((await answers.all).map(({ status }) => status)).toEqual([200, 409]);
});

test("quality: photos of members who left are not in the queue, and one that is erased meanwhile is gone", async ({
  services,
  member,
  mia,
}) => {
  const [anna, ben] = [await member(), await member()];
  const left = await waitingPhoto(anna);
  services.clock.advance(1000);
  const erased = await waitingPhoto(ben);
  await services.db.updateTable("accounts").set({ status: "not_confirmed" }).where("id", "=", ben.id).execute();
  const { items } = (await mia.client.call(takePhotos, { body: { count: 2 } })).body;
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [left, "active"],
    [erased, "not_confirmed"],
  ]);
  const deleted = { status: "deleted", deleted_at: services.clock.now() } as const;
  await services.db.updateTable("accounts").set(deleted).where("id", "=", anna.id).execute();
  await services.db.deleteFrom("accounts").where("id", "=", ben.id).execute();
  const decide = async (id: string) =>
    (await mia.client.call(decidePhoto, { body: { id, verdict: "explicit" } })).status;
  expect([await decide(left), await decide(erased)]).toEqual([200, 409]);
  expect((await mia.client.call(takePhotos, { body: { count: 2 } })).body).toEqual({ items: [], waiting: 0 });
});

test("quality: 10,000 photos wait: a page by an index, oldest first, no item twice", async ({
  services,
  member,
  mia,
}) => {
  const { id, siteId } = await member();
  await sql`insert into photos (site_id, member_id, width, height, thumbhash, created_at)
    select ${siteId}, ${id}, 1, 1, '', ${services.clock.now()}::timestamptz - (n / 7) * interval '1 minute'
    from generate_series(1, 10050) n`.execute(services.db);
  await sql`analyze photos`.execute(services.db);
  const seen = new Set<string>();
  let after: { since: string; id: string } | undefined;
  for (let page = 0; page < 5; page += 1) {
    const { items, waiting } = (await mia.client.call(takePhotos, { body: { count: 12, after } })).body;
    expect(waiting).toBe(10_000);
    for (const item of items) seen.add(item.id);
    const last = items.at(-1);
    after = last && { since: last.since, id: last.id };
    expect(items.map(({ since }) => since)).toEqual(items.map(({ since }) => since).sort());
  }
  expect(seen.size).toBe(60);
  const { queues } = (await mia.client.call(getQueues)).body;
  expect(queues[0]).toMatchObject({ name: "photos", waiting: 10_000 });
  const plan = await sql<{
    "QUERY PLAN": string;
  }>`explain select p.id from photos p join accounts a on a.id = p.member_id
    where p.status = 'inspection' and a.status <> 'deleted' order by p.created_at, p.id limit 12`.execute(services.db);
  expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("photos_waiting");
});

test("D8.2 a photo that looks like another member's has the facts of both: since when they are here, where, and verified or not", async ({
  services: { db },
  member,
  mia,
}) => {
  const clara = await member({ createdAt: new Date("2026-02-03T12:00:00Z"), cityId: 2_911_298 });
  const lena = await member();
  const original = await waitingPhoto(clara);
  await mia.client.call(decidePhoto, { body: { id: original, verdict: "approved" } });
  await db.updateTable("profiles").set({ verified_at: new Date() }).where("member_id", "=", clara.id).execute();
  const copy = await waitingPhoto(lena);
  const suspicion = { photo_id: copy, kind: "copy", original_id: original, found_at: new Date() };
  await db.insertInto("photo_suspicions").values(suspicion).execute();
  const { items } = (await mia.client.call(takePhotos, { body: { count: 12 } })).body;
  const item = items.find(({ id }) => id === copy);
  expect(item?.facts).toMatchObject({ verified: false, joined: expect.any(String) });
  expect(item?.original).toMatchObject({
    member: { id: clara.id },
    facts: { joined: "2026-02-03T12:00:00.000Z", town: "Hamburg", country: "DE", verified: true },
  });
});
