import { describe } from "vitest";
import { getUser } from "#contract/account.ts";
import { getLikes, likeMember, unlikeMember } from "#contract/likes.ts";
import { anywhere, savePreferences } from "#contract/match-finder.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { completeSettings } from "#server/site-settings.ts";
import { expect } from "#server/test.ts";
import { codeOf, deckIds, deckOf, like, pass, test, undo } from "./test-game.ts";

const nobody = { id: "00000000-0000-4000-8000-000000000000" };

describe("D5.2 the deck", () => {
  test("R1.03 holds members who fit both ways: gender, ages and distance", async ({ game }) => {
    const { player, man, age } = await game();
    const fits = await man();
    await man({ gender: "female" });
    await man({ sexuality: "gay" });
    await man({ dateOfBirth: "1940-01-01" });
    await man({ preferences: { prefers_min_age: age + 1 } });
    await man({ preferences: { prefers_max_age: age - 1 } });
    const willing = await man({ preferences: { prefers_min_age: age, prefers_max_age: age } });
    // Munich, and someone there who looks close to home
    const far = await man({ cityId: 2_867_714 });
    await man({ cityId: 2_867_714, preferences: { prefers_distance: 50 } });
    expect(new Set(await deckIds(player))).toEqual(new Set([fits.id, willing.id, far.id]));
    expect((await deckIds(player)).at(-1)).toBe(far.id);
  });

  test("keeps to the player's own ages and distance, and says whether there are more beyond", async ({ game }) => {
    const { player, man, age } = await game();
    await man({ cityId: 2_867_714 });
    const look = (prefers_distance: number, ages = age) =>
      player.client.call(savePreferences, {
        body: { prefers_min_age: ages, prefers_max_age: ages, prefers_distance },
      });
    await look(50);
    expect(await deckOf(player)).toMatchObject({ members: [], beyond: true });
    await look(1_000);
    expect(await deckOf(player)).toMatchObject({ members: [{}], beyond: false });
    await look(anywhere, 119);
    expect(await deckOf(player)).toMatchObject({ members: [], beyond: true });
  });

  test("says at its end whether it leaves out members who look for another age or for someone nearer", async ({
    game,
  }) => {
    const { player, man, age } = await game();
    expect(await deckOf(player)).toMatchObject({ members: [], left_out: false });
    const near = { cityId: 2_867_714, preferences: { prefers_distance: 50 } };
    const strict = await man({ preferences: { prefers_min_age: age + 1 } });
    expect(await deckOf(player)).toMatchObject({ members: [], left_out: true });
    await player.client.call(likeMember, { body: { id: strict.id } });
    expect(await deckOf(player)).toMatchObject({ members: [], left_out: false });
    await man(near);
    expect(await deckOf(player)).toMatchObject({ members: [], left_out: true });
    const willing = await man();
    expect(await deckOf(player)).toMatchObject({ members: [{ id: willing.id }], left_out: false });
  });

  test("R1.03 without preferred ages keeps to those with which the search begins", async ({ game }) => {
    const { player, man } = await game({ preferences: {}, dateOfBirth: "1950-06-15" });
    const { user } = (await player.client.call(getUser)).body;
    if (user === null) throw new Error("not logged in");
    const { min, max } = user.wanted_ages;
    const born = (age: number) => ({ dateOfBirth: `${2026 - age}-01-01` });
    const [youngest, oldest] = [await man(born(min)), await man(born(max))];
    const [younger, older] = [await man(born(min - 1)), await man(born(max + 1))];
    const ids = await deckIds(player);
    expect(ids).toEqual(expect.arrayContaining([youngest.id, oldest.id]));
    expect(ids).not.toContain(younger.id);
    expect(ids).not.toContain(older.id);
  });

  test("holds no invisible, deleted or blocked member, no one of another site, and not the player", async ({
    game,
    services,
    siteIds,
  }) => {
    const { player, man } = await game();
    const [shown, invisible, deleted, blocker, blocked] = [
      await man(),
      await man(),
      await man(),
      await man(),
      await man(),
    ];
    await man({ siteId: siteIds[1] });
    await man({ confirmed: false });
    await invisible.client.call(saveProfile, { body: { invisible: true } });
    await services.db
      .updateTable("accounts")
      .set({ status: "deleted", deleted_at: services.clock.now() })
      .where("id", "=", deleted.id)
      .execute();
    await services.db.updateTable("profiles").set({ listed: false }).where("member_id", "=", deleted.id).execute();
    await blocker.client.call(blockMember, { body: { id: player.id } });
    await player.client.call(blockMember, { body: { id: blocked.id } });
    expect(await deckIds(player)).toEqual([shown.id]);
  });

  test("D4.6 holds no invisible member even if they like the player", async ({ game }) => {
    const { player, man } = await game();
    const shy = await man();
    await shy.client.call(saveProfile, { body: { invisible: true } });
    await shy.client.call(likeMember, { body: { id: player.id } });
    expect(await deckIds(player)).toEqual([]);
  });

  test("D5.2 without a town of the player begins with those of the player's country", async ({ game, services }) => {
    const { player, man } = await game({ cityId: null });
    const yesterday = new Date(services.clock.now().getTime() - 86_400_000);
    const near = await man({ lastActiveAt: yesterday });
    const abroad = await man({ country: "PL" });
    expect(await deckIds(player)).toEqual([near.id, abroad.id]);
  });

  test("R11.06 D11.7 holds no program and no fictional profile, and none uses up a like of the day", async ({
    game,
    services,
  }) => {
    const { player, man } = await game();
    const programs = [await man({ automatic: true }), await man({ fictional: true })];
    expect(await deckIds(player)).toEqual([]);
    for (const program of programs) {
      // as a page does that was loaded before
      expect(await codeOf(like(player, program))).toBe("profile_not_found");
    }
    expect((await deckOf(player)).likes.left).toBe(4);
    const likes = services.db.selectFrom("likes").select("to_id").where("from_id", "=", player.id);
    expect(await likes.execute()).toEqual([]);
    const far = await man({ cityId: 2_867_714 });
    expect(await deckIds(player)).toEqual([far.id]);
  });

  test("R9.01 R11.03 has what decides on its cards, as far as the member and the site's profiles show it", async ({
    game,
    siteHas,
  }) => {
    const { player, man } = await game();
    const facts = { goals: ["dates"], height: 181, children: "none", smoking: "no" };
    const open = await man({ aboutMe: "\n I sail.\nEvery day.", preferences: { ...facts, shows_goals: true } });
    const shy = await man({ preferences: facts });
    const shownOf = async ({ id }: { id: string }) => (await deckOf(player)).members.find((card) => card.id === id);
    expect(await shownOf(open)).toMatchObject({ ...facts, about: "I sail." });
    expect(await shownOf(shy)).toMatchObject({ ...facts, goals: [], about: "" });
    await pass(player, open);
    expect((await undo(player, open)).body.member).toMatchObject({ ...facts, about: "I sail." });
    const { visible_profile_fields: fields } = completeSettings([]);
    const without = fields.filter((field) => !["about_me", "smoking"].includes(field));
    const show = (visible: string[]) => siteHas({ visible_profile_fields: visible });
    await show(without);
    expect(await shownOf(open)).toMatchObject({ ...facts, smoking: null, about: "" });
    await show(fields);
  });

  test("holds no one who was swiped or liked, wherever they were liked", async ({ game }) => {
    const { player, men } = await game();
    const [liked, passed, likedElsewhere, left] = await men(4);
    if (!liked || !passed || !likedElsewhere || !left) throw new Error("four men");
    await like(player, liked);
    await pass(player, passed);
    await player.client.call(likeMember, { body: { id: likedElsewhere.id } });
    expect(await deckIds(player)).toEqual([left.id]);
    // a like that is taken back on the profile was a swipe all the same
    await player.client.call(unlikeMember, { body: { id: liked.id } });
    await player.client.call(unlikeMember, { body: { id: likedElsewhere.id } });
    expect(new Set(await deckIds(player))).toEqual(new Set([left.id, likedElsewhere.id]));
  });

  test("shows people around first, then those of the country, then others; Premium moves no one", async ({
    game,
    services,
  }) => {
    const { player, man } = await game();
    const ago = (minutes: number) => new Date(services.clock.now().getTime() - minutes * 60_000);
    const [poznan, munich] = [3_088_171, 2_867_714];
    const abroad = await man({ cityId: poznan, country: "PL", premium: true, lastActiveAt: ago(1) });
    const far = await man({ cityId: munich, premium: true, lastActiveAt: ago(2) });
    const near = await man({ lastActiveAt: ago(30) });
    const premium = await man({ premium: true, lastActiveAt: ago(40) });
    expect(await deckIds(player)).toEqual([near.id, premium.id, far.id, abroad.id]);
  });

  test("comes in a lasting order, those who were active last first", async ({ game, services }) => {
    const { player, man } = await game();
    const ago = (minutes: number) => new Date(services.clock.now().getTime() - minutes * 60_000);
    const older = await man({ lastActiveAt: ago(90) });
    const newer = await man({ lastActiveAt: ago(30) });
    expect(await deckIds(player)).toEqual([newer.id, older.id]);
    expect(await deckIds(player)).toEqual([newer.id, older.id]);
  });
});

describe("D5.2 a swipe", () => {
  test("R1.03 to the right is a like: published, listed, and one of four", async ({ game, events }) => {
    const { player, man } = await game();
    const ben = await man();
    const heard = events(ben);
    expect((await like(player, ben)).body).toMatchObject({ match: false, likes: { left: 3 }, undoable: ben.id });
    expect(heard).toEqual([{ type: "like", from: player.id, name: player.name }]);
    expect((await ben.client.call(getLikes)).body.liked_by.map(({ id }) => id)).toEqual([player.id]);
  });

  test("R1.03 that answers a like is a match, made once and published to both", async ({ game, events, services }) => {
    const { player, man } = await game();
    const ben = await man();
    await ben.client.call(likeMember, { body: { id: player.id } });
    const [toPlayer, toBen] = [events(player), events(ben)];
    const answers = await Promise.all(Array.from({ length: 5 }, () => like(player, ben)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]?.body).toMatchObject({ match: true, likes: { left: 3 }, undoable: null });
    expect([toPlayer, toBen]).toMatchObject([[{ type: "match", with: ben.id }], [{ type: "match", with: player.id }]]);
    const matches = await services.db.selectFrom("matches").selectAll().execute();
    expect(matches.filter(({ a_id, b_id }) => [a_id, b_id].includes(player.id))).toHaveLength(1);
    expect((await deckOf(player)).likes.left).toBe(3);
  });

  test("to the left is free, and tells no one", async ({ game, events }) => {
    const { player, men } = await game();
    const all = await men(6);
    const heard = all.map((man) => events(man));
    for (const man of all) expect((await pass(player, man)).body.likes?.left).toBe(4);
    expect(heard.flat()).toEqual([]);
    expect(await deckIds(player)).toEqual([]);
  });

  test("that is repeated changes nothing; a like after a pass counts, a pass after a like does not", async ({
    game,
  }) => {
    const { player, men } = await game();
    const [ben, carl] = await men(2);
    if (!ben || !carl) throw new Error("two men");
    for (let times = 0; times < 3; times += 1) await like(player, ben);
    expect((await pass(player, ben)).body.likes?.left).toBe(3);
    expect((await ben.client.call(getLikes)).body.liked_by).toHaveLength(1);
    await pass(player, carl);
    expect((await like(player, carl)).body).toMatchObject({ likes: { left: 2 }, undoable: carl.id });
  });

  test("of a member who was liked on the profile takes none of the four", async ({ game }) => {
    const { player, man } = await game();
    const ben = await man();
    await player.client.call(likeMember, { body: { id: ben.id } });
    expect((await like(player, ben)).body.likes?.left).toBe(4);
    expect((await undo(player, ben)).body.likes?.left).toBe(4);
    expect((await ben.client.call(getLikes)).body.liked_by).toHaveLength(1);
  });

  test("with its key is repeated from memory; with the same key for another member it is refused", async ({
    game,
    app,
  }) => {
    const { player, men } = await game();
    const [ben, carl] = await men(2);
    if (!ben || !carl) throw new Error("two men");
    const send = (id: string, key?: string) =>
      app.inject({
        method: "POST",
        url: "/api/swipe.php",
        headers: {
          host: "localhost",
          origin: "http://localhost",
          cookie: player.cookie,
          ...(key ? { "idempotency-key": key } : {}),
        },
        payload: { id, like: true },
      });
    const key = "6f1c1c8e-3f0e-4a61-9a3b-3a4b5c6d7e8f";
    const first = await send(ben.id, key);
    expect((await send(ben.id, key)).json()).toEqual(first.json());
    expect((await send(carl.id, key)).json().error.code).toBe("idempotency_key_reused");
    expect((await send(carl.id)).json().error.code).toBe("idempotency_key_required");
    expect((await deckOf(player)).likes.left).toBe(3);
  });

  test("is refused for oneself, a stranger of another site, a blocked or deleted member, and what is no id", async ({
    game,
    visitor,
    siteIds,
  }) => {
    const { player, man } = await game();
    const [elsewhere, blocker, blocked, unconfirmed] = [
      await man({ siteId: siteIds[1] }),
      await man(),
      await man(),
      await man({ confirmed: false }),
    ];
    await blocker.client.call(blockMember, { body: { id: player.id } });
    await player.client.call(blockMember, { body: { id: blocked.id } });
    for (const swipe of [like, pass]) {
      expect(await codeOf(swipe(player, player))).toBe("own_profile");
      for (const who of [elsewhere, unconfirmed, nobody])
        expect(await codeOf(swipe(player, who))).toBe("profile_not_found");
      expect(await codeOf(swipe(player, blocker))).toBe("profile_not_found");
      expect(await codeOf(swipe(player, blocked))).toBe("blocked_by_you");
      for (const id of ["", "1 or 1=1", "\u0000", `${nobody.id}\u0000`]) {
        expect(await codeOf(swipe(player, { id }))).toBe("invalid_input");
      }
      expect(await codeOf(swipe({ client: visitor() }, blocker))).toBe("authentication_required");
    }
    expect(await deckOf(player)).toMatchObject({ likes: { left: 4 }, undoable: null });
  });

  test("R6.07 is deleted by a block; the like stays spent", async ({ game, services }) => {
    const { player, man } = await game();
    const ben = await man();
    await like(player, ben);
    await ben.client.call(blockMember, { body: { id: player.id } });
    const rows = await services.db.selectFrom("swipes").selectAll().where("to_id", "=", ben.id).execute();
    expect(rows).toEqual([]);
    expect(await deckOf(player)).toMatchObject({ likes: { left: 3 }, undoable: null });
    expect(await codeOf(undo(player, ben))).toBe("swipe_not_last");
  });
});

describe("D5.2 undo", () => {
  test("brings the last card back, takes the like back and gives the day's like back", async ({ game }) => {
    const { player, man } = await game();
    const ben = await man();
    await like(player, ben);
    expect((await undo(player, ben)).body).toMatchObject({ member: { id: ben.id, liked: false }, likes: { left: 4 } });
    expect((await ben.client.call(getLikes)).body.liked_by).toEqual([]);
    expect(await deckIds(player)).toEqual([ben.id]);
    expect((await like(player, ben)).body.likes?.left).toBe(3);
  });

  test("is possible once: the swipe before the last one stays", async ({ game }) => {
    const { player, men } = await game();
    const [first, second] = await men(2);
    if (!first || !second) throw new Error("two men");
    await pass(player, first);
    await pass(player, second);
    expect(await codeOf(undo(player, first))).toBe("swipe_not_last");
    expect(await codeOf(undo(player, second))).toBe(200);
    expect(await codeOf(undo(player, second))).toBe("swipe_not_last");
    expect(await codeOf(undo(player, first))).toBe("swipe_not_last");
    expect((await deckOf(player)).undoable).toBeNull();
  });

  test("in two tabs at once gives one like back", async ({ game }) => {
    const { player, men } = await game();
    const [first, second] = await men(2);
    if (!first || !second) throw new Error("two men");
    await like(player, first);
    await like(player, second);
    const answers = await Promise.all(Array.from({ length: 10 }, () => codeOf(undo(player, second))));
    expect(answers.filter((code) => code === 200)).toHaveLength(1);
    expect((await deckOf(player)).likes.left).toBe(3);
  });

  test("does not end a match, made by the swipe or afterwards", async ({ game }) => {
    const { player, men } = await game();
    const [eager, slow] = await men(2);
    if (!eager || !slow) throw new Error("two men");
    await eager.client.call(likeMember, { body: { id: player.id } });
    expect((await like(player, eager)).body).toMatchObject({ match: true, undoable: null });
    expect(await codeOf(undo(player, eager))).toBe("swipe_not_last");
    await like(player, slow);
    await slow.client.call(likeMember, { body: { id: player.id } });
    expect(await codeOf(undo(player, slow))).toBe("swipe_is_match");
    expect((await player.client.call(getLikes)).body.matches).toHaveLength(2);
    expect((await deckOf(player)).likes.left).toBe(2);
  });

  test("beside the other's like: either a match that stays, or a like that is taken back", async ({ game }) => {
    for (let times = 0; times < 5; times += 1) {
      const { player, man } = await game();
      const ben = await man();
      await like(player, ben);
      const [undone, liked] = await Promise.all([
        codeOf(undo(player, ben)),
        ben.client.call(likeMember, { body: { id: player.id } }),
      ]);
      expect(undone).toBe(liked.body.match ? "swipe_is_match" : 200);
      const { liked: sent, matches } = (await player.client.call(getLikes)).body;
      expect([sent.length, matches.length]).toEqual(liked.body.match ? [1, 1] : [0, 0]);
    }
  });

  test("of another member's swipe is refused", async ({ game }) => {
    const { player, man } = await game();
    const [ben, carl] = [await man(), await man()];
    await like(player, ben);
    expect(await codeOf(undo(carl, ben))).toBe("swipe_not_last");
    expect(await codeOf(undo(ben, player))).toBe("swipe_not_last");
  });
});
