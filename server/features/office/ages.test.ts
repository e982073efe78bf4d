import { takePhotos } from "#contract/office.ts";
import { getMemberFile } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect, test } from "#server/test.ts";
import { waitingPhoto } from "./test-office.ts";

test("D3.1 on the morning of a birthday staff see the age that the product acts on", async ({
  given,
  services,
  member,
}) => {
  const { clock, db } = services;
  const anna = await member();
  await waitingPhoto(anna);
  const born = { date_of_birth: "2008-12-01" };
  await db.updateTable("profiles").set(born).where("member_id", "=", anna.id).execute();
  for (const [moment, age] of [
    ["2026-12-01T11:59:00Z", 17],
    ["2026-12-01T12:00:00Z", 18],
  ] as const) {
    clock.set(moment);
    const { client } = await staffMember(given, "moderator");
    const { member: file } = (await client.call(getMemberFile, { query: { id: anna.id } })).body;
    const { items } = (await client.call(takePhotos, { body: { count: 1 } })).body;
    expect([file.age, items[0]?.age]).toEqual([age, age]);
    await db.deleteFrom("staff_claims").execute();
  }
});
