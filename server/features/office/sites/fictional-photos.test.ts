import { randomUUID } from "node:crypto";
import sharp from "sharp";
import {
  addFictionalPhoto,
  getFictionalProfiles,
  orderFictionalPhotos,
  removeFictionalPhoto,
} from "#contract/fictional-profiles.ts";
import { getCard, getMember } from "#contract/members.ts";
import { withEmit } from "#server/emit.ts";
import { wholeLog } from "#server/features/office/staff/test-staff.ts";
import { approvePhoto } from "#server/features/profiles/index.ts";
import { expect } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";
import { test as base } from "../test-office.ts";

const site = "rendezvous";
const picture = (background: string) =>
  sharp({ create: { width: 240, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
const red = await picture("#c22");

const test = base
  .extend("photosOf", { scope: "file" }, ({ admin }) => async (id: string) => {
    const { profiles } = (await admin.call(getFictionalProfiles, { query: { site } })).body;
    return profiles.find((profile) => profile.id === id)?.photos ?? [];
  })
  .extend("add", { scope: "file" }, ({ admin }) => (id: string, file: Buffer = red, key: string = randomUUID()) => {
    return admin.call(addFictionalPhoto, { body: { site, id, file } as never }, { key });
  })
  .extend("approve", { scope: "file" }, ({ services: { db, events, clock } }) => async (photoId = "") => {
    await withEmit(events, (emit) => approvePhoto({ db, emit, now: clock.now() }, photoId));
  });

test("D11.1 a photo that staff add is inspected as a member's is, then members see it, with the label", async ({
  admin,
  add,
  approve,
  member,
  photosOf,
  services,
}) => {
  const [fleur, anna] = [await member({ fictional: true }), await member()];
  const key = randomUUID();
  const both = await Promise.all([add(fleur.id, red, key), add(fleur.id, red, key)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [photo, ...others] = await photosOf(fleur.id);
  expect([photo?.waits, others]).toEqual([true, []]);
  const seen = async () => (await anna.client.call(getMember, { query: { id: fleur.id } })).body.profile.photos;
  expect(await seen()).toEqual([]);
  expect((await admin.get(photo?.image ?? "")).statusCode).toBe(200);
  await approve(photo?.id);
  expect(await seen()).toHaveLength(1);
  const card = (await anna.client.call(getCard, { query: { id: fleur.id } })).body.member;
  expect(card).toMatchObject({
    fictional: true,
    main_image: { thumb_filename: expect.stringContaining(photo?.id ?? "-") },
  });
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries.find(({ subject }) => subject === `photo:${photo?.id}`)).toMatchObject({
    action: "fictional_photo_added",
    member_id: fleur.id,
    subject: `photo:${photo?.id}`,
  });
});

test("D8.3 staff order the photos: the first one that was checked is the main one; a stale order is refused", async ({
  admin,
  add,
  approve,
  member,
  photosOf,
}) => {
  const { id } = await member({ fictional: true });
  for (const colour of ["#111", "#2a2", "#33c"]) expect((await add(id, await picture(colour))).status).toBe(200);
  const [one = "", two = "", three = ""] = (await photosOf(id)).map((photo) => photo.id);
  await approve(two);
  const order = (photos: string[]) => admin.call(orderFictionalPhotos, { body: { site, id, photos } });
  expect((await order([three, two, one])).status).toBe(200);
  // a photo that no one else sees yet can't be the main one
  expect((await photosOf(id)).map((photo) => photo.id)).toEqual([two, three, one]);
  for (const wrong of [[one, two], [one, two, randomUUID()], []]) {
    expect((await order(wrong)).body.error?.code).toBe("photos_changed");
  }
  expect((await order([one, one, two])).body.error?.code).toBe("invalid_input");
  expect((await add(id, await picture("#fa0"))).body.error?.code).toBe("photo_limit");
  const remove = () => admin.call(removeFictionalPhoto, { body: { site, id, photo: two } });
  const removed = await Promise.all([remove(), remove()]);
  expect(removed.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await photosOf(id)).map((photo) => photo.id).sort()).toEqual([one, three].sort());
});

test("D11.1 no photo of a member, or of another site's profile, is added, ordered or removed here", async ({
  admin,
  add,
  member,
  services,
  siteIds,
}) => {
  const real = await member();
  const elsewhere = await member({ siteId: siteIds[1], fictional: true });
  for (const { id } of [real, elsewhere, { id: randomUUID() }]) {
    const answers = [
      await add(id),
      await admin.call(orderFictionalPhotos, { body: { site, id, photos: [] } }),
      await admin.call(removeFictionalPhoto, { body: { site, id, photo: randomUUID() } }),
    ];
    expect(answers.map(({ body }) => body.error?.code)).toEqual(Array(3).fill("staff_item_gone"));
  }
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries.map((entry) => entry.member_id)).not.toContain(real.id);
});

test("D8.1 a file that is no photo is refused, and nothing is stored or logged", async ({
  add,
  member,
  photosOf,
  services,
}) => {
  const { id } = await member({ fictional: true });
  const refused = await add(id, Buffer.from("no picture"));
  expect([refused.status, refused.body.error?.code]).toEqual([415, "photo_format"]);
  expect(await photosOf(id)).toEqual([]);
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries.map((entry) => entry.member_id)).not.toContain(id);
});
