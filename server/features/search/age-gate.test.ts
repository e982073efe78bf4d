import { getCard, getMember, searchMembers } from "#contract/members.ts";
import { blockMember, getBlocks } from "#contract/moderation.ts";
import { approveChatPhoto } from "#server/features/chat/index.ts";
import { picture, sendTo } from "#server/features/chat/photos/test-photos.ts";
import { addPhoto } from "#server/features/profiles/index.ts";
import { insertAssured } from "#server/features/profiles/verification/verifications-store.ts";
import { changeSettings } from "#server/features/sites/test-settings.ts";
import { test as base, expect, type Member } from "#server/test.ts";

/** A site of a niche that asks for a proof of age by default, and a member with a photo and a text. */
const test = base
  .extend("image", { scope: "file" }, () => picture())
  .extend("eva", { scope: "file" }, async ({ member, services, siteIds: [siteId], image }) => {
    const eva = await member({ shownToVisitors: true });
    await addPhoto(services, { siteId, memberId: eva.id, image, status: "active" });
    const about = { about_me: "I sail.", listed: true };
    await services.db.updateTable("profiles").set(about).where("member_id", "=", eva.id).execute();
    await changeSettings(services, siteId, { niche: 3 });
    return eva;
  })
  /** Stores that a member has proved to be an adult. */
  .extend("prove", { scope: "file" }, ({ services, eva: { siteId } }) => async ({ id }: Member) => {
    await insertAssured(services.db, { memberId: id, siteId, now: services.clock.now() });
  })
  .extend("statusOf", { scope: "file" }, ({ app }) => async (url: string, cookie = "") => {
    return (await app.inject({ url, headers: { host: "localhost", ...(cookie ? { cookie } : {}) } })).statusCode;
  });

test("D11.6 DSA 28: a member sees another's page only after their proof of age, and a refusal is no visit", async ({
  eva,
  member,
  prove,
  services,
}) => {
  const [ben, carl] = [await member({ premium: true }), await member()];
  await prove(carl);
  const open = ({ client }: Member, id = eva.id) => client.call(getMember, { query: { id } });
  const refused = await open(ben);
  expect([refused.status, refused.body.error?.code]).toEqual([403, "age_check_required"]);
  expect(JSON.stringify(refused.body)).not.toContain("sail");
  expect((await open(ben, ben.id)).status).toBe(200);
  expect((await open(carl)).body.profile.about_me).toBe("I sail.");
  const visits = await services.db.selectFrom("visits").select("visitor_id").where("visited_id", "=", eva.id).execute();
  expect(visits.map(({ visitor_id }) => visitor_id)).toEqual([carl.id]);
});

test("D11.6 DSA 28: lists and files show a blurred photo to members without a proof and to visitors, Premium or not", async ({
  eva,
  member,
  visitor,
  prove,
  statusOf,
}) => {
  const [ben, carl] = [await member({ premium: true }), await member()];
  await prove(carl);
  const cardOf = async (client: Member["client"]) => (await client.call(getCard, { query: { id: eva.id } })).body;
  const clear = (await cardOf(carl.client)).member.main_image?.card_filename ?? "";
  expect(clear).toMatch(/card\.webp$/);
  expect(await statusOf(clear, carl.cookie)).toBe(200);
  for (const [client, cookie] of [
    [ben.client, ben.cookie],
    [visitor(), ""],
  ] as const) {
    const { member: card, about } = await cardOf(client);
    expect([card.main_image?.locked, card.main_image?.thumbhash, about]).toEqual(["age", "", ""]);
    expect(await statusOf(card.main_image?.card_filename ?? "", cookie)).toBe(200);
    for (const size of ["card", "thumb", "full"]) {
      expect(await statusOf(clear.replace("card", size), cookie), size).toBe(404);
    }
    const { members } = (await client.call(searchMembers)).body;
    expect(members.filter(({ main_image }) => main_image !== null && main_image.locked === null)).toEqual([]);
  }
  await ben.client.call(blockMember, { body: { id: eva.id } });
  const { blocks } = (await ben.client.call(getBlocks)).body;
  expect(blocks[0]?.main_image?.locked).toBe("age");
  const { main_image: own } = (await eva.client.call(getMember, { query: { id: eva.id } })).body.profile;
  expect(own?.locked).toBeNull();
});

test("D11.6 DSA 28: a photo in a chat stays blurred for a member without a proof", async ({
  member,
  prove,
  statusOf,
  services,
  image,
}) => {
  const [anna, ben] = [await member({ credits: 30, premium: true }), await member()];
  await prove(anna);
  const { body } = await sendTo(anna, ben, image);
  const photos = services.db.selectFrom("chat_photos").select("id").where("message_id", "=", body.message.id);
  const { id } = await photos.executeTakeFirstOrThrow();
  await approveChatPhoto(services, id);
  const seenBy = async ({ cookie }: Member) =>
    await Promise.all(["card", "full", "blurred"].map((size) => statusOf(`/chat-photos/${id}/${size}.webp`, cookie)));
  expect(await seenBy(ben)).toEqual([404, 404, 200]);
  expect(await seenBy(anna)).toEqual([200, 200, 200]);
  await prove(ben);
  expect(await seenBy(ben)).toEqual([200, 200, 200]);
});
