import { sendMessage } from "#contract/chat.ts";
import { likeMember } from "#contract/likes.ts";
import { getCard, getMember, searchMembers } from "#contract/members.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { test as base, expect } from "#server/test.ts";
import { profilesOfADay } from "./limit-profiles.ts";

const dayMs = 86_400_000;

/** A site on which a new member may open ten profiles a day, with the real limits. */
const test = base.extend("strict", async ({ services, siteHas }, { onCleanup }) => {
  const { limits } = services;
  services.limits = createLimits(undefined);
  await siteHas({ profiles_daily: 10 });
  onCleanup(() => {
    services.limits = limits;
  });
});

test("a member who has opened as many profiles as a day allows reads so, and can open the same ones again", async ({
  strict: _,
  member,
  services,
}) => {
  const [viewer, ...others] = await Promise.all(Array.from({ length: 12 }, () => member()));
  const open = async (id = "") => {
    const { status, body, headers } =
      (await viewer?.client.call(getMember, { query: { id } }, { language: "de" })) ?? {};
    return { status, code: body?.error?.code, message: body?.error?.message, wait: Number(headers?.["retry-after"]) };
  };
  const ids = others.map(({ id }) => id);
  const [first, second] = ids;
  const eleventh = ids[10];
  for (const id of [...ids.slice(0, 10), first, viewer?.id]) expect((await open(id)).status).toBe(200);
  const refused = await open(eleventh);
  expect(refused).toMatchObject({ status: 429, code: "profiles_limit" });
  expect(refused.message).toContain("10 Profile");
  const secondsToMidnight = (dayMs - (services.clock.now().getTime() % dayMs)) / 1000;
  expect(refused.wait).toBe(Math.ceil(secondsToMidnight));
  expect((await open(second)).status).toBe(200);
  services.clock.advance(refused.wait * 1000);
  expect((await open(eleventh)).status).toBe(200);
});

test("profiles that are opened at once count as one after another", async ({ strict: _, member }) => {
  const [viewer, ...others] = await Promise.all(Array.from({ length: 16 }, () => member()));
  const answers = await Promise.all(
    others.map(async ({ id }) => (await viewer?.client.call(getMember, { query: { id } }))?.status),
  );
  expect(answers.filter((status) => status === 200)).toHaveLength(10);
});

test("the number of profiles a day grows to three times as many within a month", () => {
  const joined = new Date("2026-11-01T00:00:00Z");
  const after = (days: number) => profilesOfADay(200, joined, new Date(joined.getTime() + days * dayMs));
  expect([after(-1), after(0), after(15), after(30), after(1_000)]).toEqual([200, 200, 400, 600, 600]);
});

test("cards of a search count, of whatever searches; the same ones again are free, and who sees too many reads so", async ({
  strict: _,
  services,
  member,
}) => {
  const viewer = await member();
  const { limits } = services;
  // nine cards are left of the hundred
  const seen = Array.from({ length: 91 }, (_, at) => `seen ${at}`);
  expect(await limits.countDistinct(`cards:${viewer.id}`, seen, 100, services.clock.now())).toBe(0);
  await Promise.all(Array.from({ length: 12 }, () => member()));
  const search = (query: object) => viewer.client.call(searchMembers, { query }, { language: "de" });
  const refused = await search({});
  expect([refused.status, refused.body.error?.code]).toEqual([429, "cards_limit"]);
  expect(refused.body.error?.message).toContain("100 Mitglieder");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  services.clock.advance(dayMs);
  const answers = await Promise.all(Array.from({ length: 10 }, () => search({})));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("single cards count like profiles, but apart from them; those of chats and of members who like me always come", async ({
  strict: _,
  member,
  services,
}) => {
  const [viewer, liker, ...others] = await Promise.all(Array.from({ length: 14 }, () => member({ credits: 10 })));
  const card = async (who: { id: string } | undefined) =>
    (await viewer?.client.call(getCard, { query: { id: who?.id ?? "" } }))?.status;
  const statuses = await Promise.all(others.map(card));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  const chatted = others[statuses.indexOf(429)];
  expect([await card(liker), await card(chatted), await card(viewer)]).toEqual([429, 429, 200]);
  await liker?.client.call(likeMember, { body: { id: viewer?.id ?? "" } });
  await viewer?.client.call(sendMessage, { body: { member: chatted?.id ?? "", text: "Hi" } });
  expect([await card(liker), await card(chatted)]).toEqual([200, 200]);
  expect((await viewer?.client.call(getMember, { query: { id: others[0]?.id ?? "" } }))?.status).toBe(200);
  expect(services.limits).toBeDefined();
});
