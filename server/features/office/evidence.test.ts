import { sendMessage } from "#contract/chat.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { sendGift } from "#contract/gifts.ts";
import { blockMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getPhotos } from "#contract/photos.ts";
import { saveProfile } from "#contract/profiles.ts";
import { lineId } from "#contract/quote-ids.ts";
import { reactToMessage } from "#contract/reactions.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { rejectChatPhoto } from "#server/features/chat/index.ts";
import { removeChatPhotoFiles } from "#server/features/chat/photos/jobs.ts";
import { picture, sendTo } from "#server/features/chat/photos/test-photos.ts";
import { purgeReports } from "#server/features/moderation/keep-reported.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { addPhoto, photoFolder } from "#server/features/profiles/index.ts";
import { expect, type Member } from "#server/test.ts";
import { decideOn, reportOn, test, waitingPhoto } from "./test-office.ts";

/** Objects to the member's latest decision. */
async function object({ client }: Member) {
  const [decision] = (await client.call(getDecisions)).body.decisions;
  const id = decision?.id ?? "";
  expect((await client.call(objectToDecision, { body: { id, text: "I only joked" } })).status).toBe(200);
  return id;
}
const objectionOf = async ({ client }: Awaited<ReturnType<typeof staffMember>>, id: string) =>
  (await client.call(office.takeObjections, { body: { count: 12 } })).body.items.find((item) => item.id === id);

test("D11.2 an objection comes with the report, the words and the reason that were decided on, and with the chat", async ({
  pair,
  mia,
  max,
}) => {
  const [anna, ben] = await pair();
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "Send me money" } });
  const id = await reportOn(anna, ben, { about: "chat" });
  await decideOn(mia, ben, id, { verdict: "muted", words: "No requests for money." });
  const readChat = () => max.client.call(office.openReportedChat, { body: { id } });
  expect((await readChat()).body.error?.code).toBe("staff_item_gone");
  const statement = await object(ben);
  const item = await objectionOf(max, statement);
  expect(item?.reports).toMatchObject([
    { id, about: "chat", text: "Look", has_chat: true, reporter: { id: anna.id }, reported: { id: ben.id } },
  ]);
  const facts = Object.fromEntries(item?.facts.map(({ label, value }) => [label, value]) ?? []);
  expect(facts).toMatchObject({
    language: "English",
    by: "The member it’s about",
    team_words: "No requests for money.",
    decided: expect.stringMatching(/^Staff /),
  });
  expect(facts.until).toBeTruthy();
  expect((await readChat()).body.lines).toMatchObject([{ reported: true, text: "Send me money" }]);
  const answer = { id: statement, verdict: "rejected", words: "It stands" } as const;
  expect((await max.client.call(office.decideObjection, { body: answer })).status).toBe(200);
  // then no one reads it any more
  expect((await readChat()).body.error?.code).toBe("staff_item_gone");
  expect((await ben.client.call(getDecisions)).body).not.toMatchObject({ decisions: [{ report: id }] });
});

test("D11.2 a reported photo is shown with the objection, also if it was removed; of one that is gone staff are told so", async ({
  member,
  mia,
  max,
  services,
}) => {
  const [anna, ben, carl] = [await member(), await member(), await member()];
  const itemAfter = async (owner: Member, verdict: "warned" | "removed") => {
    const image = await picture(owner === ben ? "#fa0" : "#0fa", "#25a");
    const { id: photo } = await addPhoto(services, {
      siteId: owner.siteId,
      memberId: owner.id,
      image,
      status: "active",
    });
    const id = await reportOn(anna, owner, { about: "photo", photo });
    await decideOn(mia, owner, id, { verdict, ground: "explicit" });
    await services.jobs.drain(services);
    return { id, item: await objectionOf(max, await object(owner)) };
  };
  const shown = await itemAfter(ben, "warned");
  const removed = await itemAfter(carl, "removed");
  for (const { id, item } of [shown, removed]) {
    const image = item?.reports[0]?.image ?? "";
    expect(image).toBe(`/staff-files/report/${id}.webp`);
    expect((await max.client.get(image)).statusCode).toBe(200);
    expect(item?.facts.map(({ label }) => label)).not.toContain("content");
  }
  // a version that kept none
  await services.db.updateTable("statements").set({ photo_until: null }).where("member_id", "=", carl.id).execute();
  const gone = (await max.client.call(office.takeObjections, { body: { count: 12 } })).body.items;
  const item = gone.find(({ id }) => id === removed.item?.id);
  expect(item?.reports).toMatchObject([{ about: "photo", image: null }]);
  expect(item?.facts).toContainEqual({ label: "content", value: "The photo has been deleted." });
});

test("D11.2 DSA 20 a photo that staff rejected is kept for the objection, for the second person alone, and erased after the answer", async ({
  given,
  member,
  mia,
  max,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const rejected = async (owner: Member) => {
    const photo = await waitingPhoto(owner);
    await mia.client.call(office.decidePhoto, { body: { id: photo, verdict: "advertising" } });
    await services.jobs.drain(services);
    return photo;
  };
  const [photo, other] = [await rejected(ben), await rejected(anna)];
  const kept = (name: string) => [...services.files.stored.keys()].filter((key) => key.includes(name));
  expect(kept(photo)).toEqual([expect.stringMatching(`/rejected/${photo}/full.webp$`)]);
  const [decision] = (await ben.client.call(getDecisions)).body.decisions;
  const statement = decision?.id ?? "";
  const load = async ({ client }: Pick<Member, "client">) =>
    (await client.get(`/staff-files/appeal/${statement}.webp`)).statusCode;
  // no one has objected yet
  expect(await load(max)).toBe(404);
  await object(ben);
  const item = await objectionOf(max, statement);
  expect(item?.image).toBe(`/staff-files/appeal/${statement}.webp`);
  expect(item?.facts).toContainEqual({ label: "by", value: "The member it’s about" });
  expect(await Promise.all([max, mia, ben].map(load))).toEqual([200, 404, 404]);
  // staff of its site see it, and staff of another one do not
  const admin = await staffMember(given, "admin");
  const limited = async (site: string) => {
    const one = await staffMember(given, "moderator");
    await admin.client.call(changeStaffSites, { body: { id: one.id, sites: [site] } });
    return await load(one);
  };
  expect([await limited("rendezvous"), await limited("abendrot")]).toEqual([200, 404]);
  expect((await ben.client.call(getPhotos)).body.photos).toEqual([]);

  const purge = async () => {
    await purgeReports.run(services, {});
    return [kept(photo).length, kept(other).length];
  };
  const begin = services.clock.now();
  // Anna can object for six months; Ben's objection is open, however long that takes
  services.clock.advance(182 * dayMs);
  expect(await purge()).toEqual([1, 1]);
  services.clock.advance(2 * dayMs);
  expect(await purge()).toEqual([1, 0]);
  const { client } = await staffMember(given, "moderator");
  const answer = { id: statement, verdict: "rejected", words: "It stands", unfounded: false } as const;
  expect((await client.call(office.decideObjection, { body: answer })).status).toBe(200);
  expect(await purge()).toEqual([0, 0]);
  services.clock.set(begin.toISOString());
});

test("D11.2 DSA 20 an objection comes with every report of its decision, each with its chat; what was reversed says so", async ({
  pair,
  member,
  mia,
  max,
  services,
}) => {
  const [anna, ben] = await pair();
  const [eva, ida] = [await member(), await member()];
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "Send me money" } });
  const profile = await reportOn(eva, ben, { reason: "fake" });
  services.clock.advance(1000);
  const chat = await reportOn(anna, ben, { about: "chat" });
  const open = await reportOn(ida, ben);
  await decideOn(mia, ben, [profile, chat], { verdict: "muted", ground: "fake" });
  const statement = await object(ben);
  const item = await objectionOf(max, statement);
  expect(item?.reports.map(({ id }) => id)).toEqual([profile, chat]);
  expect(item).toMatchObject({ kind: "muted", warned: 0 });
  // the statement names the other report
  const { lines } = (await max.client.call(office.openReportedChat, { body: { id: chat } })).body;
  expect(lines).toMatchObject([{ text: "Send me money" }]);
  const before = async () => {
    const { items } = (await max.client.call(office.takeReports, { body: { count: 12 } })).body;
    return items.find(({ id }) => id === ben.id);
  };
  expect(await before()).toMatchObject({ reports: [{ id: open }], decisions: [{ in_force: true, overturned: false }] });
  const answer = { id: statement, verdict: "upheld", words: "You are right" } as const;
  expect((await max.client.call(office.decideObjection, { body: answer })).status).toBe(200);
  expect(await before()).toMatchObject({ decisions: [{ in_force: false, overturned: true }] });
});

test.for(["Look at this", ""])(
  "D11.2 a reported photo message with the text “%s” shows staff its photo, even after a block has deleted the chat",
  async (text, { pair, mia, services }) => {
    const [anna, ben] = await pair({ photo: true });
    const sent = await sendTo(ben, anna, await picture(text ? "#f3a" : "#3fa", "#139"), { text });
    const id = await reportOn(anna, ben, { about: "message", message: sent.body.message.id });
    const shown = async () => {
      const { items } = (await mia.client.call(office.takeReports, { body: { count: 12 } })).body;
      return items.find((item) => item.id === ben.id)?.reports[0];
    };
    const image = `/staff-files/report/${id}.webp`;
    const loaded = async () => (await mia.client.get(image)).statusCode;
    expect(await shown()).toMatchObject({ about: "message", message: text, attachment: "photo", image });
    expect(await loaded()).toBe(200);
    await anna.client.call(blockMember, { body: { id: ben.id } });
    await removeChatPhotoFiles.run(services, {});
    await services.jobs.drain(services);
    const left = await services.db.selectFrom("chat_photos").select("id").where("author_id", "=", ben.id).execute();
    expect(left).toEqual([]);
    expect([(await shown())?.image, await loaded()]).toEqual([image, 200]);
    await decideOn(mia, ben, id, { verdict: "warned" });
    expect(await loaded()).toBe(404);
    await purgeReports.run(services, {});
    expect([...services.files.stored.keys()].filter((key) => key.includes("/reported/"))).toEqual([]);
  },
);

test("D11.2 of a photo that is gone before its message is reported, staff learn that there was one", async ({
  pair,
  mia,
  services,
}) => {
  const [anna, ben] = await pair();
  const sent = await sendTo(ben, anna, await picture("#af3", "#391"), { text: "Look" });
  const photo = await services.db.selectFrom("chat_photos").select("id").where("author_id", "=", ben.id).execute();
  const rejection = { reason: "explicit", decisionId: services.random.uuid() } as const;
  await rejectChatPhoto(services, photo[0]?.id ?? "", rejection);
  await removeChatPhotoFiles.run(services, {});
  await reportOn(anna, ben, { about: "message", message: sent.body.message.id });
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 12 } })).body;
  const reports = items.find(({ id }) => id === ben.id)?.reports;
  expect(reports).toMatchObject([{ message: "Look", attachment: "photo", image: null }]);
});

test("D11.4 a chat that staff read says which of its messages are photos and gifts, and shows the photos while they may", async ({
  pair,
  mia,
  services,
}) => {
  const [anna, ben] = await pair({ photo: true });
  await sendTo(ben, anna, await picture("#a3f", "#913"));
  await ben.client.call(sendGift, { body: { member: anna.id, gift: "rose", text: "For you" } });
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "Well?" } });
  const { id: photo } = await services.db
    .selectFrom("chat_photos")
    .select("id")
    .where("author_id", "=", ben.id)
    .executeTakeFirstOrThrow();
  const image = `/staff-files/message/${photo}.webp`;
  const loaded = async () => (await mia.client.get(image)).statusCode;
  const id = await reportOn(anna, ben, { about: "chat" });
  // no photo without a reading that is logged
  expect(await loaded()).toBe(404);
  const { lines } = (await mia.client.call(office.openReportedChat, { body: { id } })).body;
  expect(lines).toMatchObject([
    { text: "", attachment: "photo", image },
    { text: "For you", attachment: "gift", image: null },
    { text: "Well?", attachment: null, image: null },
  ]);
  expect(await loaded()).toBe(200);
  await decideOn(mia, ben, id, { verdict: "kept" });
  expect(await loaded()).toBe(404);
});

test.for(["chat", "profile"])(
  "D6.6 D11.4 of a chat that a block deleted after a report of a %s, staff see the photos until they decide",
  async (about, { pair, mia, services }) => {
    const [anna, ben] = await pair({ photo: true });
    await sendTo(ben, anna, await picture(about === "chat" ? "#9b4" : "#4b9", "#245"));
    await sendTo(anna, ben, await picture(about === "chat" ? "#49b" : "#94b", "#542"));
    const photosOf = (...authors: Member[]) => {
      const ids = authors.map((author) => author.id);
      const photos = services.db.selectFrom("chat_photos").select("id").where("author_id", "in", ids);
      return photos.orderBy("created_at").execute();
    };
    const sent = await photosOf(ben, anna);
    const files = () => [...services.files.stored.keys()].filter((key) => sent.some(({ id }) => key.includes(id)));
    const id = await reportOn(anna, ben, { about });
    await anna.client.call(blockMember, { body: { id: ben.id } });
    const removeFiles = async () => {
      await removeChatPhotoFiles.run(services, {});
      await services.jobs.drain(services);
    };
    await removeFiles();
    const { lines } = (await mia.client.call(office.openReportedChat, { body: { id } })).body;
    const images = lines.map(({ image }) => image ?? "");
    expect(images.toSorted()).toEqual(sent.map((photo) => `/staff-files/message/${photo.id}.webp`).toSorted());
    const loaded = async () =>
      (await Promise.all(images.map((url) => mia.client.get(url)))).map(({ statusCode }) => statusCode);
    expect(await loaded()).toEqual([200, 200]);
    await decideOn(mia, ben, id, { verdict: "kept" });
    expect(await loaded()).toEqual([404, 404]);
    await removeFiles();
    expect([await photosOf(ben, anna), files()]).toEqual([[], []]);
  },
);

test("D6.6 the photos of a chat that a block deleted go after thirty days, also if no one decided on the report", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair({ photo: true });
  await sendTo(ben, anna, await picture("#7b2", "#218"));
  await reportOn(anna, ben, { about: "chat" });
  await anna.client.call(blockMember, { body: { id: ben.id } });
  const begin = services.clock.now();
  const left = async (days: number) => {
    services.clock.set(new Date(begin.getTime() + days * dayMs).toISOString());
    await purgeReports.run(services, {});
    await removeChatPhotoFiles.run(services, {});
    return (await services.db.selectFrom("chat_photos").select("id").where("author_id", "=", ben.id).execute()).length;
  };
  expect([await left(29), await left(30)]).toEqual([1, 0]);
  services.clock.set(begin.toISOString());
});

test("R11.02 D11.4 staff see what a reported message answered and quoted, and who reacted, and a quoted photo as in the file", async ({
  pair,
  mia,
  given,
  services,
}) => {
  const [anna, ben] = await pair({ photo: true });
  const [eva, max] = await pair();
  await anna.client.call(saveProfile, { body: { about_me: "I sail.\nI bake bread." } });
  const write = async (from: Member, to: Member, text: string, reply?: string) =>
    (await from.client.call(sendMessage, { body: { member: to.id, text, reply } })).body.message.id;
  const secret = await write(eva, max, "For Max alone");
  const ownPhotos = services.db.selectFrom("photos").select("id").where("member_id", "=", anna.id);
  const { id: photo } = await ownPhotos.executeTakeFirstOrThrow();
  const first = await write(anna, ben, "Sea or mountains?");
  const reported = await write(ben, anna, "Send me money", first);
  await write(ben, anna, "With rye?", lineId("I bake bread."));
  await write(ben, anna, "Where was that?", photo);
  await write(ben, anna, "Nothing to see", secret);
  expect((await anna.client.call(reactToMessage, { body: { message: reported, reaction: "sad" } })).status).toBe(200);
  await services.db.updateTable("messages").set({ question: "Where to?" }).where("id", "=", reported).execute();

  const message = await reportOn(anna, ben, { about: "message", message: reported });
  const chat = await reportOn(anna, ben, { about: "chat" });
  const nothing = { question: null, quote: null, reaction: null };
  const quoted = { kind: "message", text: "Sea or mountains?", reported: false, attachment: null, image: null };
  const parts = { question: "Where to?", quote: quoted, reaction: "sad", attachment: null };
  const inQueue = async () => {
    const { items } = (await mia.client.call(office.takeReports, { body: { count: 12 } })).body;
    const reports = items.find(({ id }) => id === ben.id)?.reports ?? [];
    return reports.find(({ id }) => id === message);
  };
  const opened = async () => (await mia.client.call(office.openReportedChat, { body: { id: chat } })).body.lines;
  const written = expect.stringMatching(/^2026-11-2/);
  expect(await inQueue()).toMatchObject({ message: "Send me money", written, ...parts });
  const image = `/staff-files/profile/${photo}.webp`;
  const all = [
    { text: "Sea or mountains?", reported: false, ...nothing },
    { text: "Send me money", at: written, ...parts },
    { quote: { kind: "line", reported: false, text: "I bake bread.", image: null } },
    { quote: { kind: "photo", reported: false, text: "", image } },
    // of another chat
    nothing,
  ];
  expect(await opened()).toMatchObject(all);

  // the photo is served to the roles of a member's file alone, and its reading is logged
  const folder = photoFolder({ siteId: anna.siteId, memberId: anna.id, id: photo });
  await services.files.put(`${folder}full.webp`, Buffer.from("a picture"), "image/webp");
  const load = async (role: "moderator" | "finance") => {
    const { client } = await staffMember(given, role);
    return (await client.get(image)).statusCode;
  };
  expect([await load("moderator"), await load("finance")]).toEqual([200, 404]);
  const log = services.db.selectFrom("audit_log").select("action").where("member_id", "=", anna.id);
  expect(await log.execute()).toContainEqual({ action: "photos_opened" });

  // a quote goes with its source; in a chat that a block deleted it is in the copy
  await anna.client.call(saveProfile, { body: { about_me: "I sail." } });
  await anna.client.call(blockMember, { body: { id: ben.id } });
  expect(await opened()).toMatchObject([all[0], all[1], nothing, all[3], nothing]);
  expect(await inQueue()).toMatchObject(parts);
});

test("R11.02 a quote in a report shows staff nothing of another chat that was copied with another report", async ({
  pair,
  member,
  mia,
}) => {
  const [anna, ben] = await pair({ credits: 50 });
  const eva = await member({ credits: 20 });
  const write = async (from: Member, to: Member, text: string, reply?: string) =>
    (await from.client.call(sendMessage, { body: { member: to.id, text, reply } })).body.message.id;
  const toEva = await write(ben, eva, "For Eva alone");
  const toAnna = await write(ben, anna, "What is that?", toEva);
  await reportOn(eva, ben);
  const id = await reportOn(anna, ben, { about: "message", message: toAnna });
  await eva.client.call(blockMember, { body: { id: ben.id } });
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 12 } })).body;
  const reports = items.find((item) => item.id === ben.id)?.reports;
  expect(reports?.find((each) => each.id === id)).toMatchObject({ message: "What is that?", quote: null });
});
