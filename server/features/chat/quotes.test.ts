import { deleteChat, deleteMessage, getChat, sendMessage } from "#contract/chat.ts";
import { getMember } from "#contract/members.ts";
import { deletePhoto } from "#contract/photos.ts";
import { saveProfile } from "#contract/profiles.ts";
import { lineId, photoIdOf } from "#contract/quote-ids.ts";
import { expect, type Member, test } from "#server/test.ts";
import { give, show } from "./promise/test-promised.ts";

const write = async (from: Member, to: Member, text: string, reply?: string) =>
  (await from.client.call(sendMessage, { body: { member: to.id, text, reply } })).body.message.id;
const quotesOf = async (viewer: Member, other: Member) =>
  (await show(viewer, other)).messages.map(({ text, quote }) => [text, quote] as const);
const about = async ({ client }: Member, about_me: string) =>
  expect((await client.call(saveProfile, { body: { about_me } })).status).toBe(200);

test("R11.02 a reply quotes a message of the chat for both, live, and loses the quote if its source is taken back", async ({
  pair,
  events,
}) => {
  const [anna, ben] = await pair();
  const source = await write(anna, ben, "Sea or mountains?");
  const heard = events(anna);
  const reply = await write(ben, anna, "The sea.", source);
  expect(heard).toMatchObject([{ type: "message", id: reply, reply_to: source }]);
  const quote = { kind: "message", id: source, text: "Sea or mountains?" };
  expect((await quotesOf(anna, ben))[1]).toEqual(["The sea.", { ...quote, mine: true }]);
  expect((await quotesOf(ben, anna))[1]).toEqual(["The sea.", { ...quote, mine: false }]);
  const gift = (await give(anna, ben)).body.message.id;
  await write(ben, anna, "Thank you!", gift);
  expect((await quotesOf(anna, ben))[3]?.[1]).toMatchObject({ kind: "message", text: "", attachment: "gift" });

  const next = await write(anna, ben, "Which one?");
  await write(anna, ben, "I mean, which sea?", next);
  await anna.client.call(deleteMessage, { body: { message: next } });
  expect((await quotesOf(ben, anna)).at(-1)).toEqual(["I mean, which sea?", undefined]);
});

test("R11.02 a first message replies to a line or a photo of the profile, as long as its reader sees them there", async ({
  member,
  siteHas,
}) => {
  const anna = await member({ credits: 20 });
  const ben = await member({ photo: true });
  await about(ben, "I sail.\n\nI bake bread.");
  const { profile } = (await anna.client.call(getMember, { query: { id: ben.id } })).body;
  const [image] = profile.photos;
  const photo = (image && photoIdOf(image)) ?? "";
  const line = lineId("I bake bread.");
  const before = async (reply: string) =>
    (await anna.client.call(getChat, { query: { member: ben.id, reply } })).body.reply;
  expect(await before(line)).toEqual({ kind: "line", id: line, mine: false, text: "I bake bread." });
  expect(await before(photo)).toMatchObject({ kind: "photo", id: photo, text: "" });
  expect(await before(lineId("I bake"))).toBeNull();

  await write(anna, ben, "With rye?", line);
  await write(anna, ben, "Where was that?", photo);
  for (const [viewer, other, mine] of [
    [anna, ben, false],
    [ben, anna, true],
  ] as const) {
    const quotes = await quotesOf(viewer, other);
    expect(quotes).toMatchObject([
      ["With rye?", { kind: "line", mine, text: "I bake bread." }],
      ["Where was that?", { kind: "photo", mine, thumb: expect.stringContaining(photo) }],
    ]);
  }
  await about(ben, "I sail.\nI bake cakes.");
  await ben.client.call(deletePhoto, { body: { photo } });
  for (const [viewer, other] of [
    [anna, ben],
    [ben, anna],
  ] as const)
    expect(await quotesOf(viewer, other)).toEqual([
      ["With rye?", undefined],
      ["Where was that?", undefined],
    ]);
  await about(ben, "I bake bread.");
  expect((await quotesOf(anna, ben))[0]?.[1]).toBeDefined();
  await siteHas({ visible_profile_fields: ["interests"] });
  expect((await quotesOf(anna, ben))[0]?.[1]).toBeUndefined();
});

test("R11.02 a quote shows no one what they can't read: of another chat, or before they removed the chat", async ({
  pair,
}) => {
  const [anna, ben] = await pair();
  const [eva, max] = await pair();
  const secret = await write(eva, max, "For you alone");
  const source = await write(anna, ben, "An old one");
  await write(ben, anna, "About another chat", secret);
  const { conversation } = await show(ben, anna);
  await ben.client.call(deleteChat, { body: { conversation: { id: conversation?.id ?? "" } } });
  await write(anna, ben, "About the old one", source);
  expect(await quotesOf(ben, anna)).toEqual([["About the old one", undefined]]);
  const hers = await quotesOf(anna, ben);
  expect(hers.map(([, quote]) => quote?.text)).toEqual([undefined, undefined, "An old one"]);
});
