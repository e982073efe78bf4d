import { getAuditLog } from "#contract/audit-log.ts";
import { hourMs } from "#contract/durations.ts";
import { takePhotos } from "#contract/office.ts";
import { findMembers, getMemberFile } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { test as base, waitingPhoto } from "../test-office.ts";

const test = base.extend("entries", { scope: "file" }, ({ services }) => async (staff: string) => {
  const log = services.db.selectFrom("audit_log").select(["action", "member_id", "subject"]).orderBy("id");
  return (await log.where("staff_id", "=", staff).execute()).filter(({ action }) => action !== "logged_in");
});

test("D11.4 what staff read of a member is logged, once an hour: searches without their text, files, photos, items", async ({
  given,
  services,
  member,
  mia,
  entries,
}) => {
  const anna = await member({ name: "Anna Searched" });
  const photo = await waitingPhoto(anna);
  const look = async (staff: typeof mia) => {
    await staff.client.call(findMembers, { body: { text: "  anna SEARCHED" } });
    const { photos } = (await staff.client.call(getMemberFile, { query: { id: anna.id } })).body;
    expect((await staff.client.get(photos[0]?.image ?? "")).statusCode).toBe(200);
    await staff.client.call(takePhotos, { body: { count: 1 } });
  };
  const seen = [
    { action: "members_searched", member_id: null, subject: expect.stringMatching(/^search:[0-9a-f]{16}$/) },
    { action: "file_opened", member_id: anna.id, subject: null },
    { action: "photos_opened", member_id: anna.id, subject: null },
    { action: "photos_taken", member_id: anna.id, subject: `photos:${photo}` },
  ];
  await look(mia);
  await look(mia);
  expect(await entries(mia.id)).toEqual(seen);
  // the same search, typed in another way, has the same hash
  await mia.client.call(findMembers, { body: { text: "Anna Searched" } });
  expect(await entries(mia.id)).toEqual(seen);
  services.clock.advance(hourMs);
  const max = await staffMember(given, "moderator");
  await max.client.call(getMemberFile, { query: { id: anna.id } });
  expect(await entries(max.id)).toEqual([seen[1]]);
});

test("D11.4 several requests at once leave one entry, and a member who does not exist none", async ({
  given,
  member,
  entries,
}) => {
  const [anna, max] = [await member(), await staffMember(given, "moderator")];
  const open = (id: string) => max.client.call(getMemberFile, { query: { id } });
  await Promise.all([open(anna.id), open(anna.id), open(anna.id)]);
  await open("00000000-0000-4000-8000-000000000000");
  expect(await entries(max.id)).toEqual([{ action: "file_opened", member_id: anna.id, subject: null }]);
});

test("D11.4 admins see who opened most members, and which members most of the team opened", async ({
  given,
  member,
}) => {
  const [eva, ben] = [await member(), await member()];
  const curious = await staffMember(given, "support");
  for (const { id } of [eva, ben]) await curious.client.call(getMemberFile, { query: { id } });
  for (let others = 0; others < 3; others += 1) {
    const { client } = await staffMember(given, "support");
    await client.call(getMemberFile, { query: { id: eva.id } });
  }
  const ada = await staffMember(given, "admin");
  const { opened } = (await ada.client.call(getAuditLog)).body;
  expect(opened.by_staff[0]).toMatchObject({ members: 2, searches: 0 });
  expect(opened.members[0]).toMatchObject({ id: eva.id, name: eva.name, staff: 4 });
});
