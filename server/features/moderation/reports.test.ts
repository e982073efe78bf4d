import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteChat, getChat, getChats, sendMessage } from "#contract/chat.ts";
import { sendGift } from "#contract/gifts.ts";
import { getMember } from "#contract/members.ts";
import {
  blockMember,
  type ReportReason,
  type ReportSubject,
  reportMember,
  reportReasons,
} from "#contract/moderation.ts";
import { deletePhoto, getPhotos } from "#contract/photos.ts";
import { type MemberInput, makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { photoFolder } from "#server/features/photos/index.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { TestClient } from "#server/http/test-client.ts";
import { purgeReports } from "./jobs.ts";
import { closeReport, listReports, openReport } from "./manage-reports.ts";

let given: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  given = await testApp();
});
beforeEach(() => given.services.clock.set("2026-11-20T18:00:00Z"));
afterAll(() => given.close());

type Member = { id: string; client: TestClient };
async function member(input: Partial<MemberInput> = {}, site = 0): Promise<Member> {
  const { id, cookie } = await makeMember(given.services, { siteId: given.siteIds[site] ?? 0, credits: 20, ...input });
  const client = new TestClient(given.app, site === 0 ? "localhost" : "127.0.0.1");
  client.cookies.set("auth", cookie.slice("auth=".length));
  return { id, client };
}
const pair = async () => [await member({ photo: true }), await member({ photo: true })] as const;

type Report = {
  about?: ReportSubject;
  reason?: ReportReason;
  text?: string;
  photo?: string;
  message?: string;
};
const report = (
  who: Member,
  whom: { id: string },
  { about = "profile", reason = "scam", ...rest }: Report = {},
  key?: string,
) => who.client.call(reportMember, { body: { member: whom.id, about, reason, ...rest } }, key ? { key } : {});
const codeOf = async (answer: ReturnType<typeof report>) => (await answer).body.error?.code;
const write = (who: Member, whom: { id: string }, text: string) =>
  who.client.call(sendMessage, { body: { member: whom.id, text } });
const photoOf = async ({ id }: { id: string }) => {
  const photos = given.services.db.selectFrom("photos").select("id").where("member_id", "=", id);
  return (await photos.executeTakeFirstOrThrow()).id;
};
const rowsBy = ({ id }: { id: string }) =>
  given.services.db.selectFrom("reports").selectAll().where("reporter_id", "=", id).orderBy("created_at").execute();
async function mailsAbout({ id }: { id: string }) {
  await given.services.jobs.drain(given.services);
  return given.services.mail.sent.filter((mail) => mail.concerns.includes(id));
}
const open = (id: string) => {
  const { services } = given;
  return openReport({ db: services.db, services }, id, services.clock.now());
};

describe("D11.2 a report", () => {
  test("of a profile is open and mailed to staff: ids, reason, text, and the command for details", async () => {
    const [anna, ben] = await pair();
    const { status, body } = await report(anna, ben, { text: "He asked me for 200 euros.\nTwice." });
    expect([status, body.changed]).toEqual([200, false]);
    expect(await rowsBy(anna)).toMatchObject([
      { id: body.report, reported_id: ben.id, about: "profile", about_id: ben.id, reason: "scam", status: "open" },
    ]);
    const [mail, ...more] = await mailsAbout(ben);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: "help@rendezvous.invalid",
      subject: "Report: asks for money, or advertises (a profile)",
      concerns: [ben.id, anna.id],
    });
    for (const word of [
      body.report,
      ben.id,
      anna.id,
      "He asked me for 200 euros.",
      `npm run staff -- report ${body.report}`,
    ])
      expect(mail?.text).toContain(word);
    expect(mail?.html).toContain("He asked me for 200 euros.");
  });

  test.each(reportReasons)("can be made for the reason %s, without a text", async (reason) => {
    const [anna, ben] = await pair();
    expect((await report(anna, ben, { reason })).status).toBe(200);
    expect(await rowsBy(anna)).toMatchObject([{ reason, text: "" }]);
    expect(await mailsAbout(ben)).toHaveLength(1);
  });

  test("made again while it is open is updated, not duplicated; an empty text keeps the earlier one", async () => {
    const [anna, ben] = await pair();
    const first = (await report(anna, ben, { text: "First" })).body.report;
    expect((await report(anna, ben, { reason: "harassment" })).body).toEqual({ report: first, changed: true });
    expect(await rowsBy(anna)).toMatchObject([{ reason: "harassment", text: "First" }]);
    await report(anna, ben, { reason: "harassment", text: "Second" });
    expect(await rowsBy(anna)).toMatchObject([{ id: first, reason: "harassment", text: "Second" }]);
    expect(await mailsAbout(ben)).toHaveLength(3);
    expect((await report(anna, ben, { reason: "harassment", text: "Second" })).body.report).toBe(first);
    expect(await mailsAbout(ben)).toHaveLength(3);
    await Promise.all([report(ben, anna), report(ben, anna), report(ben, anna)]);
    expect(await rowsBy(ben)).toHaveLength(1);
  });

  test("sent twice with one key is stored and mailed once", async () => {
    const [anna, ben] = await pair();
    const key = randomUUID();
    const answers = [await report(anna, ben, {}, key), await report(anna, ben, {}, key)];
    expect(answers.map(({ body }) => body.changed)).toEqual([false, false]);
    expect([(await rowsBy(anna)).length, (await mailsAbout(ben)).length]).toEqual([1, 1]);
    expect(await codeOf(report(anna, ben, { reason: "fake" }, key))).toBe("idempotency_key_reused");
  });

  test("after a closed one is a new one", async () => {
    const [anna, ben] = await pair();
    const first = (await report(anna, ben)).body.report;
    const { db, clock } = given.services;
    expect(await closeReport(db, first, clock.now())).toBe(true);
    expect(await closeReport(db, first, clock.now())).toBe(false);
    expect((await report(anna, ben)).body.report).not.toBe(first);
    expect((await listReports(db)).filter((one) => one.reported_id === ben.id)).toHaveLength(1);
  });

  test("of a photo contains its id; another member's photo, or one under inspection, is refused", async () => {
    const [anna, ben] = await pair();
    const [hers, his] = [await photoOf(anna), await photoOf(ben)];
    expect((await report(anna, ben, { about: "photo", photo: his, reason: "fake" })).status).toBe(200);
    expect(await rowsBy(anna)).toMatchObject([{ about: "photo", about_id: his }]);
    expect(await codeOf(report(anna, ben, { about: "photo", photo: hers }))).toBe("photo_not_found");
    expect(await codeOf(report(anna, ben, { about: "photo", photo: randomUUID() }))).toBe("photo_not_found");
    await given.services.db.updateTable("photos").set({ status: "inspection" }).where("id", "=", his).execute();
    expect(await codeOf(report(anna, ben, { about: "photo", photo: his }))).toBe("photo_not_found");
    expect((await report(anna, ben, { about: "photo" })).body.error?.fields).toHaveProperty("photo");
  });

  test("of a chat needs a chat; the mail quotes none of it; staff open it by id, which is recorded", async () => {
    const [anna, ben] = await pair();
    expect(await codeOf(report(anna, ben, { about: "chat" }))).toBe("conversation_not_found");
    await write(ben, anna, "Send me your secret");
    await write(anna, ben, "Certainly not");
    const { body } = await report(anna, ben, { about: "chat", reason: "harassment" });
    expect(JSON.stringify(await mailsAbout(ben))).not.toContain("secret");
    const found = await open(body.report);
    expect(found?.chat.map(({ from, text }) => [from, text])).toEqual([
      [ben.id, "Send me your secret"],
      [anna.id, "Certainly not"],
    ]);
    expect((await rowsBy(anna))[0]?.chat_opened_at).toEqual(given.services.clock.now());
    // removed from her list, the chat is still in the report
    const [chat] = (await anna.client.call(getChats)).body.chats;
    await anna.client.call(deleteChat, { body: { conversation: chat?.conversation ?? { id: "" } } });
    expect((await open(body.report))?.chat).toHaveLength(2);
  });

  test("of a profile does not show staff a chat", async () => {
    const [anna, ben] = await pair();
    await write(ben, anna, "Hello");
    const { body } = await report(anna, ben);
    expect((await open(body.report))?.chat).toEqual([]);
    expect((await rowsBy(anna))[0]?.chat_opened_at).toBeNull();
  });

  test("is refused about oneself, a member of another site, or an unknown member", async () => {
    const anna = await member();
    const elsewhere = await member({}, 1);
    expect(await codeOf(report(anna, anna))).toBe("own_profile");
    expect(await codeOf(report(anna, elsewhere))).toBe("profile_not_found");
    expect(await codeOf(report(anna, { id: randomUUID() }))).toBe("profile_not_found");
    expect(await codeOf(report(anna, await member({ confirmed: false })))).toBe("profile_not_found");
    for (const body of [{ about: "cat" }, { reason: "dull" }, { text: "x".repeat(1001) }, { text: "\u200b" }]) {
      expect((await report(anna, elsewhere, body as Report)).status).toBe(400);
    }
    expect((await report(anna, await member(), { text: "x".repeat(1000) })).status).toBe(200);
  });

  test("is accepted about a blocker of the reporter or a fictional member, and not shown to them", async () => {
    const [anna, ben] = await pair();
    await ben.client.call(blockMember, { body: { id: anna.id } });
    expect((await report(anna, ben)).status).toBe(200);
    expect((await report(anna, await member({ fictional: true }), { reason: "fake" })).status).toBe(200);
    const [cleo, dan] = await pair();
    await report(cleo, dan, { text: "A remark" });
    const seen = await dan.client.call(getMember, { query: { id: cleo.id } });
    expect(JSON.stringify(seen.body)).not.toContain("report");
  });

  test("is limited to thirty a day", async () => {
    // the limits of the test app are widened, as for load tests
    const limits = createLimits(undefined);
    const waits = [];
    for (let index = 0; index < 31; index += 1) waits.push(await limits.count("report", "anna"));
    expect(waits.slice(0, 30).every((seconds) => seconds === 0)).toBe(true);
    expect(waits[30]).toBeGreaterThan(0);
  });
});

describe("D6.6 a reported chat that a block deletes", () => {
  test.each(["the one who reported", "the one who was reported"])(
    "by %s stays readable for staff for thirty days",
    async (who) => {
      const [anna, ben] = await pair();
      await write(ben, anna, "Send me your secret");
      const { body } = await report(anna, ben, { about: "chat" });
      const [blocker, blocked] = who === "the one who reported" ? [anna, ben] : [ben, anna];
      expect((await blocker.client.call(blockMember, { body: { id: blocked.id } })).status).toBe(200);
      expect((await anna.client.call(getChats)).body.chats).toEqual([]);
      expect((await anna.client.call(getChat, { query: { member: ben.id } })).status).toBe(403);
      expect((await open(body.report))?.chat).toMatchObject([{ from: ben.id, text: "Send me your secret" }]);
      given.services.clock.advance(30 * 86_400_000 - 1);
      await purgeReports.run(given.services, {});
      expect((await open(body.report))?.chat).toHaveLength(1);
      given.services.clock.advance(1);
      await purgeReports.run(given.services, {});
      expect((await open(body.report))?.chat).toEqual([]);
    },
  );

  test("R1.05 names the gifts in it, as the chat itself does", async () => {
    const [anna, ben] = await pair();
    await ben.client.call(sendGift, { body: { member: anna.id, gift: "rose", text: "Pay me back" } });
    const { body } = await report(anna, ben, { about: "chat" });
    const line = { text: "Pay me back", attachment: { kind: "gift", gift: "rose" } };
    expect((await open(body.report))?.chat).toMatchObject([line]);
    await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await open(body.report))?.chat).toMatchObject([line]);
  });

  test("is kept for a report about the profile, too, and opening it is recorded", async () => {
    const [anna, ben] = await pair();
    await write(ben, anna, "Send me your secret");
    const { body } = await report(anna, ben);
    await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await open(body.report))?.chat).toMatchObject([{ text: "Send me your secret" }]);
    expect((await rowsBy(anna))[0]?.chat_opened_at).toEqual(given.services.clock.now());
  });

  test("is not kept if no report is open", async () => {
    const [anna, ben] = await pair();
    await write(ben, anna, "A word for her eyes alone");
    const { body } = await report(anna, ben, { about: "chat" });
    await closeReport(given.services.db, body.report, given.services.clock.now());
    await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await open(body.report))?.chat).toEqual([]);
    const copies = sql<{
      found: number;
    }>`select count(*)::int as found from reports where chat::text like '%her eyes alone%'`;
    expect((await copies.execute(given.services.db)).rows).toEqual([{ found: 0 }]);
  });
});

describe("D11.2 a reported photo that its owner deletes", () => {
  const stored = (file: string | null | undefined) => given.services.files.stored.has(file ?? "");
  const purge = () => purgeReports.run(given.services, {});
  /** A member with a photo whose file is stored. */
  async function memberWithPhoto() {
    const ben = await member({ photo: true });
    const photo = await photoOf(ben);
    const folder = photoFolder({ siteId: given.siteIds[0] ?? 0, memberId: ben.id, id: photo });
    await given.services.files.put(`${folder}full.webp`, Buffer.from("a picture"), "image/webp");
    return { ben, photo };
  }
  async function deleted(...reporters: Member[]) {
    const { ben, photo } = await memberWithPhoto();
    const reports = [];
    for (const who of reporters) {
      reports.push((await report(who, ben, { about: "photo", photo, reason: "explicit" })).body.report);
    }
    const [own] = (await ben.client.call(getPhotos)).body.photos;
    expect((await ben.client.call(deletePhoto, { body: { photo } })).status).toBe(200);
    await given.services.jobs.drain(given.services);
    return { ben, photo, own, reports };
  }

  test("is kept for thirty days, for staff only", async () => {
    const anna = await member();
    const { ben, photo, own, reports } = await deleted(anna);
    const [id = ""] = reports;
    const found = await open(id);
    expect(found?.file).toContain("/reported/");
    expect(stored(found?.file)).toBe(true);
    expect([...given.services.files.stored.keys()].filter((key) => key.includes(photo))).toEqual([found?.file]);
    for (const who of [anna, ben]) {
      const cookie = `auth=${who.client.cookies.get("auth")}`;
      for (const url of [own?.filename ?? "", own?.whole ?? "", `/photos/${photo}/full.webp`, `/${found?.file}`]) {
        const answer = await given.app.inject({ url, headers: { host: "localhost", cookie } });
        expect([url, answer.statusCode]).toEqual([url, 404]);
      }
    }
    given.services.clock.advance(30 * 86_400_000 - 1);
    await purge();
    expect(stored(found?.file)).toBe(true);
    given.services.clock.advance(1);
    await purge();
    expect(stored(found?.file)).toBe(false);
    expect(await open(id)).toMatchObject({ status: "open", file: null });
  });

  test("is kept until the last report about it is closed", async () => {
    const { reports } = await deleted(await member(), await member());
    const [first = "", second = ""] = reports;
    const { db, clock } = given.services;
    const copy = (await open(first))?.file;
    await closeReport(db, first, clock.now());
    await purge();
    expect([stored(copy), (await open(first))?.file]).toEqual([true, null]);
    await closeReport(db, second, clock.now());
    await purge();
    expect(stored(copy)).toBe(false);
  });

  test("leaves no copy if no report is open; before that, a report gives the original file", async () => {
    const [anna, { ben, photo }] = [await member(), await memberWithPhoto()];
    const { body } = await report(anna, ben, { about: "photo", photo });
    expect(stored((await open(body.report))?.file)).toBe(true);
    await closeReport(given.services.db, body.report, given.services.clock.now());
    await ben.client.call(deletePhoto, { body: { photo } });
    const other = await deleted();
    await given.services.jobs.drain(given.services);
    const left = [...given.services.files.stored.keys()].filter(
      (key) => key.includes(photo) || key.includes(other.photo),
    );
    expect([left, (await open(body.report))?.file]).toEqual([[], null]);
  });

  test("during a report is deleted with a copy, or the report does not find it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [anna, { ben, photo }] = [await member(), await memberWithPhoto()];
      const [answer] = await Promise.all([
        report(anna, ben, { about: "photo", photo }),
        ben.client.call(deletePhoto, { body: { photo } }),
      ]);
      await given.services.jobs.drain(given.services);
      if (answer.status === 200) expect(stored((await open(answer.body.report))?.file)).toBe(true);
      else expect(answer.body.error?.code).toBe("photo_not_found");
    }
  });
});

test("D11.2 a report is deleted a year after it was closed, and never while it is open", async () => {
  const [anna, ben] = await pair();
  const first = (await report(anna, ben)).body.report;
  given.services.clock.advance(500 * 86_400_000);
  await purgeReports.run(given.services, {});
  expect(await open(first)).toMatchObject({ status: "open" });
  await closeReport(given.services.db, first, given.services.clock.now());
  given.services.clock.advance(365 * 86_400_000);
  await purgeReports.run(given.services, {});
  expect(await open(first)).toMatchObject({ status: "closed" });
  given.services.clock.advance(1);
  await purgeReports.run(given.services, {});
  expect(await open(first)).toBeUndefined();
});

describe("D11.2 a report of a single message", () => {
  test("keeps that message for staff, and nothing else of the chat", async () => {
    const [anna, ben] = await pair();
    await write(anna, ben, "A secret of mine");
    const { id } = (await write(ben, anna, "Send me money, dear")).body.message;
    const { body } = await report(anna, ben, { about: "message", message: id, reason: "scam" });
    const shown = await open(body.report);
    expect(shown).toMatchObject({ about: "message", about_id: id, chat: [] });
    expect(shown?.evidence).toMatchObject({ from: ben.id, kind: "member", text: "Send me money, dear" });
    expect(JSON.stringify(shown)).not.toContain("A secret of mine");
    const [mail] = await mailsAbout(ben);
    expect(mail?.text).not.toContain("Send me money");
    const again = await report(anna, ben, { about: "message", message: id, reason: "harassment" });
    expect(again.body).toEqual({ report: body.report, changed: true });
  });

  test("is of a message that the reported member wrote to the reporter", async () => {
    const [anna, ben] = await pair();
    const [eva] = await pair();
    const mine = (await write(anna, ben, "Mine")).body.message.id;
    const elsewhere = (await write(ben, eva, "To Eva")).body.message.id;
    for (const message of [mine, elsewhere, randomUUID()]) {
      expect(await codeOf(report(anna, ben, { about: "message", message }))).toBe("message_not_found");
    }
    expect((await report(anna, ben, { about: "message" })).body.error?.field_codes).toEqual({ message: "required" });
  });

  test("outlives a block, and is forgotten 30 days after it was closed", async () => {
    const [anna, ben] = await pair();
    const { id } = (await write(ben, anna, "Ugly words")).body.message;
    const { body } = await report(anna, ben, { about: "message", message: id });
    await anna.client.call(blockMember, { body: { id: ben.id } });
    const { services } = given;
    expect((await open(body.report))?.evidence?.text).toBe("Ugly words");
    await closeReport(services.db, body.report, services.clock.now());
    services.clock.advance(29 * 86_400_000);
    await purgeReports.run(services, {});
    expect((await open(body.report))?.evidence?.text).toBe("Ugly words");
    services.clock.advance(2 * 86_400_000);
    await purgeReports.run(services, {});
    expect((await open(body.report))?.evidence).toBeNull();
  });
});
