import { randomUUID } from "node:crypto";
import { hourMs } from "#contract/durations.ts";
import { type Made, makeMember } from "#demo/factories.ts";
import { planting } from "#demo/insert.ts";
import type { testApp } from "#server/db/test-database.ts";
import { insertPairRow } from "#server/db/test-pair-row.ts";
import { chatPhotoFolder } from "#server/features/chat/index.ts";
import { plantDirectDebit } from "#server/features/payments/direct-debit/test-direct-debit.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { listProfile, photoFolder, voiceKey } from "#server/features/profiles/index.ts";
import { findVisibility, visibilityError } from "#server/features/visibility/index.ts";
import { TestClient } from "./test-client.ts";

type Given = Awaited<ReturnType<typeof testApp>>;

/**
 * Every kind of caller who could read Eva's data: Eva herself; her chat partner and match; a member of her site without
 * a connection to her, who does not fit; one who fits, free or premium; one she blocked, and one who blocked her; one
 * deleted, one invisible; a visitor; a member of another site. From `apart` she hides, as from a person she knows;
 * `left_behind` met her before she left; `unapproached` never met her, and she is invisible. `outsider` is a visitor
 * while Eva has not switched on that visitors see her; for all others she has.
 */
export const viewers = [
  "owner",
  "party",
  "stranger",
  "free",
  "premium",
  "blocked",
  "blocker",
  "apart",
  "deleted",
  "invisible",
  "visitor",
  "outsider",
  "elsewhere",
  "left_behind",
  "unapproached",
] as const;
export type ViewerKind = (typeof viewers)[number];

export const cutOffViewers: readonly ViewerKind[] = [
  "blocked",
  "blocker",
  "apart",
  "outsider",
  "elsewhere",
  "left_behind",
  "unapproached",
];

/** One has not confirmed, one is fictional and unwanted, the third got no answer before he became invisible. */
export const unseenSenders = ["unconfirmed", "unwanted", "silent"] as const;
export type UnseenSender = (typeof unseenSenders)[number];

export type Scenario = Awaited<ReturnType<typeof makeScenario>>;

/** Eva, the member under test, and one viewer of a kind; her data contain words that appear nowhere else. */
export async function makeScenario(given: Given, viewer: ViewerKind | UnseenSender, passwordHash: string) {
  const { services, siteIds } = given;
  const { db, clock } = services;
  const [here = 0] = siteIds;
  const mark = randomUUID().slice(0, 8);
  const words = { name: `Eva ${mark}`, about: `about ${mark} here`, text: `text ${mark} there` };
  const now = clock.now();
  const eva = await makeMember(services, {
    siteId: here,
    name: words.name,
    aboutMe: words.about,
    photo: true,
    credits: 5,
    passwordHash,
    shownToVisitors: viewer !== "outsider",
  });
  const me = viewer === "owner" ? eva : await makeViewer(given, viewer, passwordHash);
  const partner = viewer === "owner" ? await makeMember(services, { siteId: here, gender: "male" }) : me;

  const isParty = viewer === "owner" || viewer === "party" || viewer === "left_behind" || viewer === "silent";
  const { conversation, gift } = isParty
    ? await connect(given, eva, partner, words.text)
    : { conversation: randomUUID(), gift: randomUUID() };
  // of a chat with another member, unless the viewer is in hers
  const reader = isParty ? partner : await makeMember(services, { siteId: here });
  const chatPhoto = await plantChatPhoto(given, eva, reader);
  const voice = await plantVoice(given, eva, reader);
  const introduction = await plantIntroduction(given, eva);
  const talk = await plantTalk(given, eva, reader);
  const block = (blocker: string, blocked: string) =>
    planting(db)
      .insertInto("blocks")
      .values({ blocker_id: blocker, blocked_id: blocked, site_id: here, created_at: now })
      .execute();
  if (viewer === "blocked") await block(eva.id, me.id);
  if (viewer === "blocker") await block(me.id, eva.id);
  if (viewer === "apart") {
    const pair = { owner_id: eva.id, member_id: me.id, site_id: here, created_at: now };
    await db.insertInto("hidden_pairs").values(pair).execute();
  }
  if (viewer === "unapproached")
    await db.updateTable("profiles").set({ listed: false, invisible: true }).where("member_id", "=", eva.id).execute();
  if (viewer === "silent") await silence(given, me);
  if (viewer === "unwanted")
    await db.updateTable("profiles").set({ hides_fictional: true }).where("member_id", "=", eva.id).execute();
  if (viewer === "left_behind") await leave(given, eva);
  if (viewer === "deleted") await leave(given, me);

  const photo = await db.selectFrom("photos").select("id").where("member_id", "=", eva.id).executeTakeFirstOrThrow();
  const folder = photoFolder({ siteId: here, memberId: eva.id, id: photo.id });
  for (const file of ["thumb.webp", "card.webp", "full.webp"]) {
    await services.files.put(`${folder}${file}`, Buffer.from("picture"), "image/webp");
  }
  const session = await db.selectFrom("sessions").select("id").where("account_id", "=", eva.id).executeTakeFirst();
  const client = new TestClient(given.app, viewer === "elsewhere" ? "127.0.0.1" : "localhost");
  if (viewer !== "visitor" && viewer !== "outsider") client.cookies.set("auth", me.cookie.slice("auth=".length));
  const sharedDate = await plantSharedDate(given, eva, partner);
  const payment = await plantPayment(given.services, eva, { checkout_url: "http://localhost/checkout" });
  const debit = await plantDirectDebit(db, { memberId: eva.id, siteId: here, now });
  return {
    client,
    eva,
    /** The member that the viewer is, unless they are logged out. */
    me,
    conversation,
    /** The message with which the partner gave Eva a gift. */
    gift,
    payment,
    debit,
    photo: photo.id,
    chatPhoto,
    voice,
    introduction,
    device: session?.id ?? randomUUID(),
    sharedDate,
    talk,
    /** Eva's words, by who may read them: those who can see her, those on her page, only she, or the two of a chat. */
    marks: {
      presence: [words.name, photo.id, eva.id],
      page: [words.about],
      own: [eva.email, payment, debit],
      chat: [words.text],
    },
  };
}

/**
 * Rows by which lists of the viewer's could show Eva, or hers the viewer. A like would make each visible to the other,
 * unless one of them has ended it between them.
 */
export async function plantInLists({ services, siteIds }: Given, viewer: ViewerKind | UnseenSender, pair: Scenario) {
  const isEnded = viewer === "blocked" || viewer === "blocker" || viewer === "apart";
  if (viewer === "owner") return;
  for (const table of services.pairTables.filter((each) => isEnded || each.table !== "likes")) {
    for (const column of table.inListsOf) {
      const ids = table.columns.map((each) => (each === column ? pair.me.id : pair.eva.id)) as [string, string];
      await insertPairRow(services.db, table, ids, { siteId: siteIds[0] ?? 0, at: services.clock.now() });
    }
  }
}

/** Returns, after a call, the events and notices that reached Eva; none if she may see the viewer by then. */
export function listenForUnseen({ services, siteIds }: Given, { eva, me }: Pick<Scenario, "eva" | "me">) {
  const { db, events } = services;
  const [here = 0] = siteIds;
  const heard: string[] = [];
  const unsubscribe = events.subscribe(eva.id, ({ type }) => heard.push(type));
  return async (): Promise<string[]> => {
    unsubscribe();
    const told = await db.selectFrom("notices").select("kind").where("member_id", "=", eva.id).execute();
    const reached = [...heard, ...told.map(({ kind }) => `notice ${kind}`)];
    if (reached.length === 0 || me.id === eva.id) return [];
    const seen = await findVisibility(db, here, { viewer: eva.id, member: me.id });
    return visibilityError(seen, here, eva.id) ? reached : [];
  };
}

async function makeViewer(
  { services, siteIds }: Given,
  viewer: ViewerKind | UnseenSender,
  passwordHash: string,
): Promise<Made> {
  const [here = 0, there = 0] = siteIds;
  // the stranger's sexuality does not fit Eva
  const sexuality = viewer === "stranger" ? "gay" : "hetero";
  const premium = viewer === "premium";
  const member = await makeMember(services, {
    siteId: viewer === "elsewhere" ? there : here,
    gender: "male",
    sexuality,
    premium,
    passwordHash,
    credits: viewer === "free" ? 0 : 5,
    confirmed: viewer !== "unconfirmed",
    fictional: viewer === "unwanted",
  });
  if (viewer === "invisible" || viewer === "silent") {
    const hidden = { listed: false, invisible: true };
    await services.db.updateTable("profiles").set(hidden).where("member_id", "=", member.id).execute();
  }
  return member;
}

/** Eva tells a friend that she meets the other one, who must not learn of it. */
async function plantSharedDate({ services }: Given, eva: Made, other: Made): Promise<string> {
  const now = services.clock.now();
  const hoursLater = (count: number) => new Date(now.getTime() + count * hourMs);
  const times = { starts_at: now, remind_at: hoursLater(4), ends_at: hoursLater(24), created_at: now };
  const words = { other_name: other.name, time_zone: "Europe/Brussels", place: "x", note: "x", friend: "x" };
  const { id } = await services.db
    .insertInto("shared_dates")
    .values({ owner_id: eva.id, other_id: other.id, site_id: eva.siteId, ...times, ...words })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function connect({ services }: Given, one: Made, other: Made, text: string) {
  const { db, clock } = services;
  const now = clock.now();
  const [a_id, b_id] = one.id < other.id ? [one.id, other.id] : [other.id, one.id];
  const pair = { a_id, b_id, site_id: one.siteId, created_at: now };
  const { id } = await planting(db)
    .insertInto("conversations")
    .values({ ...pair, started_by: one.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const side = { conversation_id: id, last_message_at: now };
  await planting(db)
    .insertInto("conversation_members")
    .values([
      { ...side, member_id: one.id, other_id: other.id, wrote: true },
      { ...side, member_id: other.id, other_id: one.id, unread: 1 },
    ])
    .execute();
  const message = {
    conversation_id: id,
    author_id: one.id,
    body: text,
    credits: 1,
    key: randomUUID(),
    created_at: now,
  };
  await planting(db).insertInto("messages").values(message).execute();
  const gift = randomUUID();
  const carrier = { ...message, id: gift, author_id: other.id, body: "", attachment: "gift", key: gift };
  await planting(db).insertInto("messages").values(carrier).execute();
  await planting(db).insertInto("gifts").values({ message_id: gift, recipient_id: one.id, gift: "rose" }).execute();
  const like = { site_id: one.siteId, created_at: now };
  await planting(db)
    .insertInto("likes")
    .values([
      { ...like, from_id: one.id, to_id: other.id },
      { ...like, from_id: other.id, to_id: one.id },
    ])
    .execute();
  await planting(db).insertInto("matches").values(pair).execute();
  return { conversation: id, gift };
}

async function silence({ services: { db } }: Given, { id }: Made): Promise<void> {
  await db.deleteFrom("messages").where("author_id", "=", id).execute();
  await db.updateTable("conversation_members").set({ wrote: false }).where("member_id", "=", id).execute();
  await planting(db).deleteFrom("likes").where("from_id", "=", id).execute();
  await planting(db)
    .deleteFrom("matches")
    .where(({ or, eb }) => or([eb("a_id", "=", id), eb("b_id", "=", id)]))
    .execute();
}

async function plantMessage(given: Given, author: Made, other: Made, attachment: "photo" | "voice"): Promise<string> {
  const { db, clock } = given.services;
  const pair = [author.id, other.id].sort();
  const chats = db.selectFrom("conversations").select("id").where("a_id", "in", pair).where("b_id", "in", pair);
  const conversation_id =
    (await chats.executeTakeFirst())?.id ?? (await connect(given, author, other, "Hello")).conversation;
  const message = { conversation_id, author_id: author.id, body: "", attachment, credits: 3, key: randomUUID() };
  const planted = planting(db)
    .insertInto("messages")
    .values({ ...message, created_at: clock.now() });
  return (await planted.returning("id").executeTakeFirstOrThrow()).id;
}

async function plantChatPhoto(given: Given, author: Made, other: Made): Promise<string> {
  const { db, clock, files } = given.services;
  const message_id = await plantMessage(given, author, other, "photo");
  const photo = { id: randomUUID(), message_id, site_id: author.siteId, author_id: author.id, status: "active" };
  const looks = { width: 4, height: 3, thumbhash: "", body_hash: Buffer.from("") };
  await planting(db)
    .insertInto("chat_photos")
    .values({ ...photo, ...looks, created_at: clock.now() })
    .execute();
  const folder = chatPhotoFolder({ siteId: author.siteId, memberId: author.id, id: photo.id });
  for (const file of ["full.webp", "blurred.webp"])
    await files.put(`${folder}${file}`, Buffer.from("picture"), "image/webp");
  return photo.id;
}

async function plantVoice(given: Given, author: Made, other: Made): Promise<string> {
  const { db, clock, files } = given.services;
  const message_id = await plantMessage(given, author, other, "voice");
  const type = "audio/webm";
  const voice = { id: randomUUID(), message_id, site_id: author.siteId, author_id: author.id, media_type: type };
  await planting(db)
    .insertInto("voice_messages")
    .values({ ...voice, seconds: 2, waveform: [1], body_hash: Buffer.from(""), created_at: clock.now() })
    .execute();
  await files.put(voiceKey({ siteId: author.siteId, memberId: author.id, id: voice.id }, type), Buffer.from("x"), type);
  return voice.id;
}

async function plantIntroduction({ services }: Given, { id: member_id, siteId }: Made): Promise<string> {
  const { db, clock, files } = services;
  const sound = { id: randomUUID(), member_id, site_id: siteId, media_type: "audio/webm", status: "active" };
  await db
    .insertInto("voice_introductions")
    .values({ ...sound, seconds: 2, waveform: [1], key: "x", body_hash: Buffer.from(""), created_at: clock.now() })
    .execute();
  const key = voiceKey({ siteId, memberId: member_id, id: sound.id }, sound.media_type);
  await files.put(key, Buffer.from("x"), sound.media_type);
  return sound.id;
}

/** A call of the two that has ended. */
async function plantTalk(given: Given, asker: Made, asked: Made): Promise<string> {
  const { db, clock } = given.services;
  const now = clock.now();
  const times = { asked_at: now, ring_until: now, begun_at: now, ended_at: now };
  const talk = { id: randomUUID(), site_id: asker.siteId, asker_id: asker.id, asked_id: asked.id };
  await planting(db)
    .insertInto("talks")
    .values({ ...talk, ...times, ending: "hung_up" })
    .execute();
  return talk.id;
}

/** Deletes the account, but not its session, as if a request had found it just before. */
async function leave({ services }: Given, member: Made): Promise<void> {
  const { db, clock } = services;
  const gone = { status: "deleted", deleted_at: clock.now() };
  await db.updateTable("accounts").set(gone).where("id", "=", member.id).execute();
  await listProfile(db, member.id);
}
