import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { deleteChat, getChat, getChats, readChat, sendMessage } from "#contract/chat.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { likeMember } from "#contract/likes.ts";
import { approveDue } from "#demo/approve-photos.ts";
import { planting } from "#demo/insert.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { approveChatPhoto } from "./inspect-chat-photo.ts";
import { notifyPhotoInspected } from "./jobs.ts";
import { picture, sendTo } from "./test-photos.ts";

const test = base
  .extend("image", { scope: "file" }, () => picture())
  .extend("photosOf", { scope: "file" }, ({ services }) => async ({ id }: { id: string }) => {
    return await services.db.selectFrom("chat_photos").selectAll().where("author_id", "=", id).execute();
  });

const balanceOf = async ({ db }: Fixtures["services"], { id }: { id: string }) =>
  (await db.selectFrom("wallets").select("credits").where("member_id", "=", id).executeTakeFirstOrThrow()).credits;
const filesOf = ({ files }: Fixtures["services"], { id }: { id: string }) =>
  [...files.stored.keys()].filter((key) => key.includes(id));
const thread = async (viewer: Member, other: { id: string }) =>
  (await viewer.client.call(getChat, { query: { member: other.id } })).body.messages;
const approve = async ({ services }: Pick<Fixtures, "services">, id: string) => {
  expect(await approveChatPhoto(services, id)).toBe(true);
  await services.jobs.drain(services);
};

test("R1.06 D6.1 a photo is a message with its own price, and its words stand with it", async ({
  pair,
  image,
  events,
  services,
}) => {
  const [anna, eva] = await pair();
  const [hers, his] = [events(anna), events(eva)];
  const { status, body } = await sendTo(anna, eva, image, { text: "  My new\r\nboat " });
  expect(status).toBe(200);
  const { message } = body;
  expect(message).toMatchObject({
    mine: true,
    text: "My new\nboat",
    attachment: { kind: "photo", status: "inspection" },
  });
  expect([body.credits, await balanceOf(services, anna)]).toEqual([17, 17]);
  const ledger = await services.db.selectFrom("ledger").selectAll().where("cause_id", "=", message.id).execute();
  expect(ledger).toMatchObject([{ amount: -3, balance: 17, cause: "photo", member_id: anna.id }]);
  const placeholder = { kind: "photo", status: "inspection", image: null };
  expect(his).toMatchObject([{ type: "message", id: message.id, text: "My new\nboat", attachment: placeholder }]);
  expect(hers).toEqual([{ type: "credits", credits: 17 }]);
  const { chats } = (await eva.client.call(getChats)).body;
  expect(chats[0]).toMatchObject({ num_unread_messages: 1, last_message: { attachment: placeholder } });
  expect((await thread(anna, eva))[0]).toMatchObject({ id: message.id, attachment: message.attachment });
});

test("D8.2 a photo is read only once its recipient can see it", async ({ pair, image, services, photosOf }) => {
  const [anna, eva] = await pair();
  const conversation = (await sendTo(anna, eva, image)).body.conversation;
  const isRead = async () => {
    expect((await eva.client.call(readChat, { body: { conversation } })).status).toBe(200);
    return (await thread(anna, eva))[0]?.read;
  };
  expect(await isRead()).toBe(false);
  const [photo] = await photosOf(anna);
  services.clock.advance(1000);
  await approve({ services }, photo?.id ?? "");
  // it was shown after the chat was read: it counts again, and says so
  expect((await thread(anna, eva))[0]?.read).toBe(false);
  const unread = async () => (await eva.client.call(getChats)).body.chats[0]?.num_unread_messages;
  expect(await unread()).toBe(1);
  services.clock.advance(1000);
  expect(await isRead()).toBe(true);
  expect(await unread()).toBe(0);
});

test("D8.2 an approved photo counts once: not again if it is unread, nor after its chat was removed", async ({
  pair,
  image,
  services,
  photosOf,
}) => {
  const unread = async (of: Member) => (await of.client.call(getChats)).body.chats[0]?.num_unread_messages;
  const [anna, eva] = await pair();
  const { conversation } = (await sendTo(anna, eva, image)).body;
  const [first] = await photosOf(anna);
  await approve({ services }, first?.id ?? "");
  expect(await unread(eva)).toBe(1);
  services.clock.advance(1000);
  await sendTo(anna, eva, image);
  const second = (await photosOf(anna)).find(({ id }) => id !== first?.id);
  services.clock.advance(1000);
  await eva.client.call(deleteChat, { body: { conversation } });
  await approve({ services }, second?.id ?? "");
  const side = services.db.selectFrom("conversation_members").select("unread").where("member_id", "=", eva.id);
  expect(await side.execute()).toEqual([{ unread: 0 }]);
});

test("D8.2 the recipient sees the photo once it is approved, blurred if the two have not matched", async ({
  pair,
  image,
  events,
  services,
  photosOf,
}) => {
  const [anna, eva] = await pair();
  const { message, conversation } = (await sendTo(anna, eva, image)).body;
  const [photo] = await photosOf(anna);
  const [hers, his] = [events(anna), events(eva)];
  await approve({ services }, photo?.id ?? "");
  const shown = (await thread(eva, anna))[0]?.attachment;
  expect(shown).toMatchObject({ status: "active", image: { blurred: true, thumbhash: "", width: 400, height: 300 } });
  expect(his).toEqual([{ type: "attachment", conversation: conversation.id, message: message.id, attachment: shown }]);
  expect(hers[0]).toMatchObject({ type: "attachment", attachment: { status: "active", image: { blurred: false } } });
  // a second run of the job repeats the hint and changes nothing
  await notifyPhotoInspected.run(services, { photo: photo?.id ?? "" });
  expect(await approveChatPhoto(services, photo?.id ?? "")).toBe(false);
  for (const [from, to] of [
    [anna, eva],
    [eva, anna],
  ] as const)
    await from.client.call(likeMember, { body: { id: to.id } });
  const matched = (await thread(eva, anna))[0]?.attachment;
  expect(matched).toMatchObject({ image: { blurred: false, thumbhash: photo?.thumbhash } });
});

test("D8.2 a demo site approves a photo in a chat after seconds; elsewhere it waits for staff", async ({
  member,
  siteIds,
  image,
  services,
  photosOf,
}) => {
  const { db, clock } = services;
  const [anna, eva] = [await member({ credits: 5 }), await member()];
  const [far, near] = [await member({ credits: 5, siteId: siteIds[1] }), await member({ siteId: siteIds[1] })];
  await db.updateTable("sites").set({ demo: false }).where("id", "=", siteIds[1]).execute();
  await sendTo(anna, eva, image);
  await sendTo(far, near, image);
  const due = () =>
    approveDue({
      db,
      now: clock.now(),
      approve: async () => undefined,
      approveInChat: (id) => approveChatPhoto(services, id),
    });
  await due();
  expect(await photosOf(anna)).toMatchObject([{ status: "inspection" }]);
  clock.advance(6_000);
  await due();
  expect([...(await photosOf(anna)), ...(await photosOf(far))]).toMatchObject([
    { status: "active" },
    { status: "inspection" },
  ]);
  await db.updateTable("sites").set({ demo: true }).where("id", "=", siteIds[1]).execute();
});

test("R7.03 the same key sends and charges once, also concurrently and after a lost answer", async ({
  pair,
  member,
  image,
  services,
  photosOf,
}) => {
  const [anna, eva] = await pair();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendTo(anna, eva, image, { text: "Look", key })));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  const [first] = answers;
  for (const { body } of answers) expect(body.message).toEqual(first?.body.message);
  const [photo, ...others] = await photosOf(anna);
  expect([others, filesOf(services, anna).length, await balanceOf(services, anna)]).toEqual([[], 8, 17]);
  // later the answer has the photo as it is by then
  await approve({ services }, photo?.id ?? "");
  expect((await sendTo(anna, eva, image, { text: "Look", key })).body.message.attachment).toMatchObject({
    status: "active",
  });
  const refused = async (to: Member, file: Uint8Array, text: string) => {
    const { status, body } = await sendTo(anna, to, file, { text, key });
    return [status, body.error?.code];
  };
  const reused = [422, "idempotency_key_reused"];
  expect(await refused(eva, await picture("#111", "#fff"), "Look")).toEqual(reused);
  expect(await refused(eva, image, "Look!")).toEqual(reused);
  expect(await refused(await member(), image, "Look")).toEqual(reused);
  const text = await anna.client.call(sendMessage, { body: { member: eva.id, text: "Look" } }, { key });
  expect([text.status, text.body.error?.code]).toEqual(reused);
  expect([filesOf(services, anna).length, await balanceOf(services, anna)]).toEqual([8, 17]);
  await anna.client.call(sendMessage, { body: { member: eva.id, text: "Hello" } }, { key: key.replace(/^./, "0") });
  expect((await sendTo(anna, eva, image, { text: "Hello", key: key.replace(/^./, "0") })).body.error?.code).toBe(
    "idempotency_key_reused",
  );
});

test("R1.06 a member who may not send gets the reason, and nothing is stored or charged", async ({
  member,
  siteIds,
  image,
  services,
  visitor,
}) => {
  const eva = await member();
  const codeOf = async (from: Member, to: { id: string } = eva, text = "") => {
    const { status, body } = await sendTo(from, to, image, { text });
    expect(filesOf(services, from)).toEqual([]);
    return [status, body.error?.code];
  };
  const poor = await member({ credits: 2 });
  expect(await codeOf(poor)).toEqual([402, "not_enough_credits"]);
  expect((await sendTo(poor, eva, image)).body.error?.message).toBe(
    "You do not have enough credits to send this message",
  );
  expect(await balanceOf(services, poor)).toBe(2);
  expect(await codeOf(await member({ credits: 9, confirmed: false }))).toEqual([403, "account_not_confirmed"]);
  expect(await codeOf(await member({ credits: 9, siteId: siteIds[1] }))).toEqual([404, "profile_not_found"]);
  const rich = await member({ credits: 30 });
  expect(await codeOf(rich, rich)).toEqual([422, "own_profile"]);
  expect(await codeOf(rich, { id: randomUUID() })).toEqual([404, "profile_not_found"]);
  expect(await codeOf(rich, eva, "x".repeat(1001))).toEqual([400, "invalid_input"]);
  const blocked = { site_id: siteIds[0], created_at: services.clock.now() };
  const ben = await member();
  await planting(services.db)
    .insertInto("blocks")
    .values({ ...blocked, blocker_id: ben.id, blocked_id: rich.id })
    .execute();
  expect(await codeOf(rich, ben)).toEqual([403, "blocked"]);
  for (let count = 0; count < 2; count += 1)
    await rich.client.call(sendMessage, { body: { member: (await member()).id, text: "Hello" } });
  expect(await codeOf(rich)).toEqual([403, "conversation_limit"]);
  const { status, body } = await visitor().call(sendChatPhoto, { body: { member: eva.id, text: "", file: image } });
  expect([status, body.error?.code]).toEqual([403, "authentication_required"]);
});

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), randomBytes(200)]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const tiny = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: "#123" } })
    .jpeg()
    .toBuffer();
const refusals: [string, () => Buffer | Promise<Buffer>, number, string][] = [
  ["of more than 15 MB", () => Buffer.alloc(15 * 1024 * 1024 + 1, 255), 413, "photo_too_large"],
  ["with half a megabyte more than that", () => Buffer.alloc(16 * 1024 * 1024, 255), 413, "photo_too_large"],
  ["in HEIC", () => heic, 415, "photo_heic"],
  ["that is a drawing", () => svg, 415, "photo_format"],
  ["of nothing", () => Buffer.alloc(0), 415, "photo_format"],
  ["that is cut off", async () => (await picture()).subarray(0, 200), 422, "photo_broken"],
  ["of 40 × 40 pixels", tiny, 422, "photo_too_small"],
];
test.for(refusals)(
  "D8.1 a photo %s is refused, and nothing is stored or charged",
  async (refusal, { pair, services }) => {
    const [, bytes, status, code] = refusal;
    const [anna, eva] = await pair();
    const answer = await sendTo(anna, eva, await bytes());
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect([filesOf(services, anna), await balanceOf(services, anna), await thread(anna, eva)]).toEqual([[], 20, []]);
  },
);

test("quality: only a form with a photo is accepted, from this site's own pages", async ({ pair, image, app }) => {
  const [anna, eva] = await pair();
  const codeOf = async (body: object, headers: Record<string, string | undefined> = {}) => {
    const answer = await anna.client.call(sendChatPhoto, { body: body as never }, { headers });
    return answer.body.error?.field_codes ?? answer.body.error?.code;
  };
  const body = { member: eva.id, text: "", file: image };
  expect(await codeOf({ member: eva.id, text: "Look" })).toEqual({ file: "required" });
  expect(await codeOf({ member: eva.id, file: "a text" })).toEqual({ file: "required" });
  expect(await codeOf({ ...body, member: "1" })).toEqual({ member: "invalid" });
  expect(await codeOf({ text: "", file: image })).toEqual({ member: "invalid" });
  for (const text of ["a\0b", "\u001b[31m"])
    expect(await codeOf({ ...body, text })).toEqual({ text: "forbidden_characters" });
  expect(await codeOf(body, { "content-type": "application/json" })).toBe("unsupported_media_type");
  expect(await codeOf(body, { "content-type": "image/jpeg" })).toBe("unsupported_media_type");
  expect(await codeOf(body, { "content-type": "multipart/form-data; boundary=another" })).toBe("malformed_request");
  expect(await codeOf(body, { "sec-fetch-site": "cross-site" })).toBe("wrong_origin");
  expect(await codeOf(body, { "idempotency-key": undefined })).toBe("idempotency_key_required");
  for (const payload of ["", "--x--", "--x\r\n\r\n", `--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n`]) {
    const headers = {
      host: "localhost",
      cookie: anna.cookie,
      "sec-fetch-site": "same-origin",
      "idempotency-key": randomUUID(),
      "content-type": "multipart/form-data; boundary=x",
    };
    const answer = await app.inject({ method: "POST", url: "/api/photo-message.php", headers, payload });
    expect([400, 413]).toContain(answer.statusCode);
  }
  expect(await codeOf({ ...body, text: "\u200b" })).toBeUndefined();
  expect((await thread(anna, eva))[0]?.text).toBe("");
});

test("R1.04 D6.1 of texts and photos sent at once exactly those are sent that the credits cover", async ({
  member,
  image,
  services,
  photosOf,
}) => {
  const [anna, eva] = [await member({ credits: 10 }), await member()];
  await anna.client.call(sendMessage, { body: { member: eva.id, text: "Hello" } });
  const sending = Array.from({ length: 12 }, (_, at) =>
    at % 2 === 0
      ? sendTo(anna, eva, image, { text: String(at) })
      : anna.client.call(sendMessage, { body: { member: eva.id, text: String(at) } }),
  );
  const answers = await Promise.all(sending);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { body } of refused) expect(body.error?.code).toBe("not_enough_credits");
  const photos = await photosOf(anna);
  const messages = (await thread(anna, eva)).length - photos.length;
  const balance = await balanceOf(services, anna);
  expect(balance).toBe(10 - messages - 3 * photos.length);
  expect(balance).toBeLessThan(3);
  expect(filesOf(services, anna)).toHaveLength(8 * photos.length);
});
