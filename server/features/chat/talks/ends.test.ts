import fc from "fast-check";
import { deleteAccount } from "#contract/account.ts";
import { endOtherDevices } from "#contract/auth.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { hashPassword } from "#server/features/auth/passwords.ts";
import { expect } from "#server/test.ts";
import { endLeftTalks } from "./jobs.ts";
import { type Page, pageOf, talkIn, test } from "./test-talk.ts";

test("R12.02 the end of all sessions of a member ends their call, as a ban does", async ({
  talking,
  services,
  pass,
}) => {
  const { anna, his, id } = await talking();
  await endSessions({ db: services.db }, anna.id);
  await pass(3, id, his);
  expect(talkIn(await his.beat(id))).toMatchObject({ state: "ended", end: "closed" });
});

test("R12.02 a ring ends with the session of the page that asked", async ({ friends, services, events }) => {
  const { anna, ben, hers, his } = await friends();
  const { id } = talkIn(await hers.ask(ben));
  const heard = events(ben);
  await endSessions({ db: services.db }, anna.id);
  expect((await his.accept(id)).body).toMatchObject({ error: { code: "talk_over" } });
  await endLeftTalks.run(services, {});
  expect(heard).toEqual([{ type: "talk", talk: id, state: "ended", end: "closed" }]);
});

test("R12.02 the deletion of an account ends its call", async ({ friends, pass }) => {
  const password = "a fine long pass phrase";
  const { anna, ben, hers, his } = await friends({ passwordHash: await hashPassword(password) });
  const { id } = talkIn(await hers.ask(ben));
  talkIn(await his.accept(id));
  const { status, body } = await anna.client.call(deleteAccount, { body: { password } });
  expect(status, JSON.stringify(body)).toBe(200);
  await pass(3, id, his);
  expect(talkIn(await his.beat(id))).toMatchObject({ state: "ended", end: "closed" });
});

test("R12.02 a call ends if staff mute one of the two", async ({ talking, services, pass }) => {
  const { ben, hers, id } = await talking();
  const muted_until = new Date(services.clock.now().getTime() + 86_400_000);
  await services.db.updateTable("profiles").set({ muted_until }).where("member_id", "=", ben.id).execute();
  await pass(3, id, hers);
  expect(talkIn(await hers.beat(id))).toMatchObject({ state: "ended", end: "closed" });
});

test("R12.02 a muted member can't take a call", async ({ friends, services }) => {
  const { ben, hers, his } = await friends();
  const { id } = talkIn(await hers.ask(ben));
  const muted_until = new Date(services.clock.now().getTime() + 86_400_000);
  await services.db.updateTable("profiles").set({ muted_until }).where("member_id", "=", ben.id).execute();
  expect((await his.accept(id)).body).toMatchObject({ error: { code: "muted" } });
});

test("R12.02 the end of other sessions leaves the call on this one", async ({ talking, pass }) => {
  const { anna, hers, his, id } = await talking();
  await anna.client.call(endOtherDevices);
  await pass(6, id, hers, his);
  expect(talkIn(await his.beat(id))).toMatchObject({ state: "running" });
});

test("R12.02 a call that is taken and given up at the same moment is over for both", async ({ friends, services }) => {
  for (let round = 0; round < 4; round += 1) {
    const { ben, hers, his } = await friends();
    const { id } = talkIn(await hers.ask(ben));
    const [taken] = await Promise.all([his.accept(id), hers.end(id)]);
    if (taken.status !== 200) expect(taken.body).toMatchObject({ error: { code: "talk_over" } });
    expect([await hers.open(), await his.open()]).toEqual([null, null]);
    const talk = services.db.selectFrom("talks").select("ending").where("id", "=", id);
    expect((await talk.executeTakeFirstOrThrow()).ending).toBe(taken.status === 200 ? "hung_up" : "cancelled");
  }
});

test("R12.02 a repeated request gets the first answer, and asks once", async ({ friends, services }) => {
  const { anna, ben, hers, his } = await friends();
  const first = talkIn(await hers.ask(ben));
  // an answer that was lost: the page asks again, by another key
  expect(talkIn(await hers.ask(ben)).id).toBe(first.id);
  expect(talkIn(await pageOf(anna).ask(ben))).toMatchObject({ id: first.id, page: hers.page });
  talkIn(await his.accept(first.id));
  expect(talkIn(await hers.ask(ben))).toMatchObject({ id: first.id, state: "running" });
  const talks = services.db.selectFrom("talks").select("id").where("asker_id", "=", anna.id);
  expect(await talks.execute()).toHaveLength(1);
});

test("R12.02 after an outage in which both have left, either can ask anew at once; who is still in it is not taken out", async ({
  talking,
  services,
  pass,
}) => {
  for (const by of ["asker", "asked"] as const) {
    const { anna, ben, hers, his, id } = await talking();
    const [one, other, page] = by === "asker" ? [anna, ben, hers] : [ben, anna, his];
    await pass(6, id, hers, his);
    // a second page of a member who talks
    expect(talkIn(await pageOf(one).ask(other))).toMatchObject({ id, state: "running", page: page.page });
    services.clock.advance(20_000);
    const reloaded = pageOf(one);
    const anew = talkIn(await reloaded.ask(other));
    expect(anew).toMatchObject({ role: "asker", state: "ringing", page: reloaded.page });
    const former = services.db.selectFrom("talks").select("ending").where("id", "=", id);
    expect(await former.executeTakeFirst()).toEqual({ ending: "lost" });
    expect(talkIn(await pageOf(other).accept(anew.id))).toMatchObject({ state: "running" });
  }
});

test("R12.02 a site that closes ends its calls: no page can take part any more", async ({
  talking,
  services,
  siteHas,
}) => {
  const { hers, his, id } = await talking();
  await siteHas({ closed_until: "2030-01-31" });
  for (const page of [hers, his]) expect((await page.beat(id)).body).toMatchObject({ error: { code: "site_closed" } });
  services.clock.advance(61_000);
  await endLeftTalks.run(services, {});
  const talk = services.db.selectFrom("talks").select("ending").where("id", "=", id);
  expect(await talk.executeTakeFirst()).toEqual({ ending: "lost" });
});

/** What either side can do, at any time. */
const steps = ["ask", "ask back", "accept", "end", "end theirs", "reload", "wait", "both beat", "job"] as const;
type Model = "none" | "ringing" | "running";

test("R12.02 in whatever order the two press, both see one state, that of a simple model", async ({
  friends,
  services,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 14 }), async (list) => {
      const { anna, ben, hers, his } = await friends();
      let [mine, theirs]: [Page, Page] = [hers, his];
      let model: Model = "none";
      let asker: "anna" | "ben" = "anna";
      let id = "";
      for (const step of list) {
        if (step === "ask" || step === "ask back") {
          // a member who did not answer is left alone for a while
          if (model === "none") services.clock.advance(86_400_000);
          const by = step === "ask" ? "anna" : "ben";
          const talk = talkIn(await (by === "anna" ? mine.ask(ben) : theirs.ask(anna)));
          if (model === "none") [model, asker, id] = ["ringing", by, talk.id];
          else if (model === "ringing" && by !== asker) model = "running";
          expect(talk).toMatchObject({ id, state: model });
        }
        if (step === "accept") {
          const { status } = await (asker === "anna" ? theirs : mine).accept(id === "" ? crypto.randomUUID() : id);
          if (model === "none") expect(status).toBeGreaterThanOrEqual(400);
          else [model] = ["running"];
        }
        if ((step === "end" || step === "end theirs") && id !== "") {
          talkIn(await (step === "end" ? mine : theirs).end(id));
          model = "none";
        }
        if (step === "reload" && model === "running") {
          [mine, theirs] = [pageOf(anna), pageOf(ben)];
          talkIn(await mine.join(id));
          talkIn(await theirs.join(id));
        }
        if (step === "wait") {
          services.clock.advance(3_000);
          if (id !== "") await Promise.all([mine.beat(id), theirs.beat(id)]);
        }
        if (step === "both beat" && id !== "") await Promise.all([mine.beat(id), theirs.beat(id)]);
        if (step === "job") await endLeftTalks.run(services, {});
        const [one, other] = [await mine.open(), await theirs.open()];
        expect([one?.state ?? "none", other?.state ?? "none"]).toEqual([model, model]);
        const sides = services.db
          .selectFrom("talk_sides")
          .select("member_id")
          .where("member_id", "in", [anna.id, ben.id]);
        expect(await sides.execute()).toHaveLength(model === "none" ? 0 : 2);
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);
