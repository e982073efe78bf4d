import { getCard, searchMembers } from "#contract/members.ts";
import { saveQuestions } from "#contract/opening-questions.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { test as base, expect, type Member } from "#server/test.ts";

/** What a visitor can find out about a member: by the search, by interest, by the card, by the photo's address. */
const test = base.extend("seen", { scope: "file" }, ({ visitor, app, services }) => async (member: Member) => {
  const guest = visitor();
  const finds = async (query: object) =>
    (await guest.call(searchMembers, { query })).body.members?.some(({ id }) => id === member.id) ?? false;
  const photos = services.db.selectFrom("photos").select("id").where("member_id", "=", member.id);
  const { id } = await photos.executeTakeFirstOrThrow();
  await services.files.put(`photos/${member.siteId}/${member.id}/${id}/card.webp`, Buffer.from("x"), "image/webp");
  const file = await app.inject({ url: `/photos/${id}/card.webp`, headers: { host: "localhost" } });
  return {
    searches: [await finds({}), await finds({ photo: "1", sort: "newest" }), await finds({ interests: "tea" })],
    card: (await guest.call(getCard, { query: { id: member.id } })).status,
    photo: file.statusCode,
  };
});

const everywhere = { searches: [true, true, true], card: 200, photo: 200 };
const nowhere = { searches: [false, false, false], card: 404, photo: 404 };

test("D11.8 people who are not logged in see a member only while the member has that switched on", async ({
  member,
  seen,
}) => {
  const anna = await member({ photo: true, interests: ["tea"] });
  const ben = await member();
  expect((await anna.client.call(getOwnProfile)).body.shown_to_visitors).toBe(false);
  expect(await seen(anna)).toEqual(nowhere);
  await anna.client.call(saveProfile, { body: { shown_to_visitors: true } });
  expect((await anna.client.call(getOwnProfile)).body.shown_to_visitors).toBe(true);
  expect(await seen(anna)).toEqual(everywhere);
  await anna.client.call(saveProfile, { body: { shown_to_visitors: false } });
  expect(await seen(anna)).toEqual(nowhere);
  // members see her all the while
  expect((await ben.client.call(getCard, { query: { id: anna.id } })).status).toBe(200);
});

test("D11.8 the site can only narrow what members allow, and fictional profiles follow the site", async ({
  member,
  seen,
  siteHas,
}) => {
  const willing = await member({ photo: true, interests: ["tea"], shownToVisitors: true });
  const unwilling = await member({ photo: true, interests: ["tea"] });
  const invented = await member({ photo: true, interests: ["tea"], fictional: true });
  const show = async (setting: "none" | "limited" | "all") => {
    await siteHas({ logged_out_search: setting });
  };
  for (const setting of ["limited", "all"] as const) {
    await show(setting);
    expect([await seen(willing), await seen(unwilling), await seen(invented)]).toEqual([
      everywhere,
      nowhere,
      everywhere,
    ]);
  }
  await show("none");
  const closed = { ...nowhere, card: 403 };
  expect([await seen(willing), await seen(unwilling), await seen(invented)]).toEqual([closed, closed, closed]);
  await show("limited");
});

test("D11.8 an invisible member is seen by no one who is not logged in, whatever they allowed before", async ({
  member,
  seen,
}) => {
  const anna = await member({ photo: true, interests: ["tea"], shownToVisitors: true });
  await anna.client.call(saveProfile, { body: { invisible: true } });
  expect(await seen(anna)).toEqual(nowhere);
});

test("R11.07 D11.8 a guest reads questions, and interests but for explicit ones, of a member who allows it, as the site says", async ({
  member,
  visitor,
  services,
  siteHas,
}) => {
  const anna = await member({ interests: ["tea", "bondage"] });
  const { client } = anna;
  await client.call(saveQuestions, { body: { chosen: ["sea"], written: ["Do you sail?", "Call me: 0612345678?"] } });
  const read = async () => {
    const { member: card, questions, interests } = (await visitor().call(getCard, { query: { id: anna.id } })).body;
    return card && [questions.map(({ text }) => text), interests];
  };
  expect(await read()).toBeUndefined();
  await client.call(saveProfile, { body: { shown_to_visitors: true } });
  // the third one waits for staff, because it has contact details
  const whole = [["Do you sail?", "Sea or mountains?"], ["Tea"]];
  expect(await read()).toEqual(whole);

  // a member whose consent is older than its words
  const { db } = services;
  await db.updateTable("profiles").set({ visitors_see_more: false }).where("member_id", "=", anna.id).execute();
  expect(await read()).toEqual([[], []]);
  await client.call(saveProfile, { body: { shown_to_visitors: true } });

  await siteHas({ visible_profile_fields: ["questions"] });
  expect(await read()).toEqual([whole[0], []]);
  await siteHas({ visible_profile_fields: ["interests"] });
  expect(await read()).toEqual([[], whole[1]]);
  await siteHas({ logged_out_search: "none" });
  expect(await read()).toBeUndefined();
  await siteHas({ logged_out_search: "limited" });
  await client.call(saveProfile, { body: { shown_to_visitors: false } });
  expect(await read()).toBeUndefined();
});
