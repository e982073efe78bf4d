import { randomUUID } from "node:crypto";
import { describe } from "vitest";
import { deleteChat, getChats } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { getMember } from "#contract/members.ts";
import { blockMember, reportReasons } from "#contract/moderation.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { codeOf, expect, type Report, report, settleReport, test, write } from "./test-reports.ts";

test.beforeEach(({ services }) => services.clock.set("2026-11-20T18:00:00Z"));

describe("D11.2 a report", () => {
  test("of a profile is open and mailed to staff: ids, reason, text, and the command for details", async ({
    pair,
    rowsBy,
    mailsAbout,
  }) => {
    const [anna, ben] = await pair({ photo: true });
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
    for (const word of [body.report, ben.id, anna.id, "He asked me for 200 euros.", "/staff/queue/reports"])
      expect(mail?.text).toContain(word);
    expect(mail?.html).toContain("He asked me for 200 euros.");
  });

  test.for(reportReasons)(
    "can be made for the reason %s, without a text",
    async (reason, { pair, rowsBy, mailsAbout }) => {
      const [anna, ben] = await pair({ photo: true });
      expect((await report(anna, ben, { reason })).status).toBe(200);
      expect(await rowsBy(anna)).toMatchObject([{ reason, text: "" }]);
      expect(await mailsAbout(ben)).toHaveLength(1);
    },
  );

  test("made again while it is open is updated, not duplicated; an empty text keeps the earlier one", async ({
    pair,
    rowsBy,
    mailsAbout,
  }) => {
    const [anna, ben] = await pair({ photo: true });
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

  test("sent twice with one key is stored and mailed once", async ({ pair, rowsBy, mailsAbout }) => {
    const [anna, ben] = await pair({ photo: true });
    const key = randomUUID();
    const answers = [await report(anna, ben, {}, key), await report(anna, ben, {}, key)];
    expect(answers.map(({ body }) => body.changed)).toEqual([false, false]);
    expect([(await rowsBy(anna)).length, (await mailsAbout(ben)).length]).toEqual([1, 1]);
    expect(await codeOf(report(anna, ben, { reason: "fake" }, key))).toBe("idempotency_key_reused");
  });

  test("after a closed one is a new one", async ({ services, pair }) => {
    const [anna, ben] = await pair({ photo: true });
    const first = (await report(anna, ben)).body.report;
    const { db, clock } = services;
    expect(await settleReport(db, first, clock.now())).toMatchObject({ reported_id: ben.id });
    expect(await settleReport(db, first, clock.now())).toBeUndefined();
    expect((await report(anna, ben)).body.report).not.toBe(first);
    const ofBen = db.selectFrom("reports").select("id").where("reported_id", "=", ben.id).where("status", "=", "open");
    expect(await ofBen.execute()).toHaveLength(1);
  });

  test("of a photo contains its id; another member's photo, or one under inspection, is refused", async ({
    services,
    pair,
    photoOf,
    rowsBy,
  }) => {
    const [anna, ben] = await pair({ photo: true });
    const [hers, his] = [await photoOf(anna), await photoOf(ben)];
    expect((await report(anna, ben, { about: "photo", photo: his, reason: "fake" })).status).toBe(200);
    expect(await rowsBy(anna)).toMatchObject([{ about: "photo", about_id: his }]);
    expect(await codeOf(report(anna, ben, { about: "photo", photo: hers }))).toBe("photo_not_found");
    expect(await codeOf(report(anna, ben, { about: "photo", photo: randomUUID() }))).toBe("photo_not_found");
    await services.db.updateTable("photos").set({ status: "inspection" }).where("id", "=", his).execute();
    expect(await codeOf(report(anna, ben, { about: "photo", photo: his }))).toBe("photo_not_found");
    expect((await report(anna, ben, { about: "photo" })).body.error?.fields).toHaveProperty("photo");
  });

  test("of a chat needs a chat; the mail quotes none of it; staff open it by id, which is recorded", async ({
    services,
    pair,
    rowsBy,
    mailsAbout,
    open,
  }) => {
    const [anna, ben] = await pair({ photo: true });
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
    expect((await rowsBy(anna))[0]?.chat_opened_at).toEqual(services.clock.now());
    // removed from her list, the chat is still in the report
    const [chat] = (await anna.client.call(getChats)).body.chats;
    await anna.client.call(deleteChat, { body: { conversation: chat?.conversation ?? { id: "" } } });
    expect((await open(body.report))?.chat).toHaveLength(2);
  });

  test("of a profile does not show staff a chat", async ({ pair, rowsBy, open }) => {
    const [anna, ben] = await pair({ photo: true });
    await write(ben, anna, "Hello");
    const { body } = await report(anna, ben);
    expect((await open(body.report))?.chat).toEqual([]);
    expect((await rowsBy(anna))[0]?.chat_opened_at).toBeNull();
  });

  test("is refused about oneself, a member of another site, or an unknown member", async ({ siteIds, member }) => {
    const anna = await member();
    const elsewhere = await member({ siteId: siteIds[1] });
    expect(await codeOf(report(anna, anna))).toBe("own_profile");
    expect(await codeOf(report(anna, elsewhere))).toBe("profile_not_found");
    expect(await codeOf(report(anna, { id: randomUUID() }))).toBe("profile_not_found");
    expect(await codeOf(report(anna, await member({ confirmed: false })))).toBe("profile_not_found");
    for (const body of [{ about: "cat" }, { reason: "dull" }, { text: "x".repeat(1001) }, { text: "\u200b" }]) {
      expect((await report(anna, elsewhere, body as Report)).status).toBe(400);
    }
    expect((await report(anna, await member(), { text: "x".repeat(1000) })).status).toBe(200);
  });

  test("is accepted about a blocker of the reporter or a fictional member, and not shown to them", async ({
    member,
    pair,
  }) => {
    const [anna, ben] = await pair({ photo: true });
    await ben.client.call(blockMember, { body: { id: anna.id } });
    expect((await report(anna, ben)).status).toBe(200);
    expect((await report(anna, await member({ fictional: true }), { reason: "fake" })).status).toBe(200);
    const [cleo, dan] = await pair({ photo: true });
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

test("D11.2 a report is deleted a year after it was closed, and never while it is open", async ({
  services,
  pair,
  open,
  purge,
}) => {
  const [anna, ben] = await pair({ photo: true });
  const first = (await report(anna, ben)).body.report;
  services.clock.advance(500 * dayMs);
  await purge();
  expect(await open(first)).toMatchObject({ status: "open" });
  await settleReport(services.db, first, services.clock.now());
  services.clock.advance(365 * dayMs);
  await purge();
  expect(await open(first)).toMatchObject({ status: "closed" });
  services.clock.advance(1);
  await purge();
  expect(await open(first)).toBeUndefined();
});

describe("D11.2 a report of a single message", () => {
  test("keeps that message for staff, and nothing else of the chat", async ({ pair, mailsAbout, open }) => {
    const [anna, ben] = await pair({ photo: true });
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

  test("is of a message that the reported member wrote to the reporter", async ({ pair }) => {
    const [anna, ben] = await pair({ photo: true });
    const [eva] = await pair({ photo: true });
    const mine = (await write(anna, ben, "Mine")).body.message.id;
    const elsewhere = (await write(ben, eva, "To Eva")).body.message.id;
    for (const message of [mine, elsewhere, randomUUID()]) {
      expect(await codeOf(report(anna, ben, { about: "message", message }))).toBe("message_not_found");
    }
    expect((await report(anna, ben, { about: "message" })).body.error?.field_codes).toEqual({ message: "required" });
  });

  test("outlives a block, and is forgotten 30 days after it was closed", async ({ services, pair, open, purge }) => {
    const [anna, ben] = await pair({ photo: true });
    const { id } = (await write(ben, anna, "Ugly words")).body.message;
    const { body } = await report(anna, ben, { about: "message", message: id });
    await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await open(body.report))?.evidence?.text).toBe("Ugly words");
    await settleReport(services.db, body.report, services.clock.now());
    services.clock.advance(29 * dayMs);
    await purge();
    expect((await open(body.report))?.evidence?.text).toBe("Ugly words");
    services.clock.advance(2 * dayMs);
    await purge();
    expect((await open(body.report))?.evidence).toBeNull();
  });
});
