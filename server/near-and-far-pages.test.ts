import { saveProfile } from "#contract/profiles.ts";
import { expect } from "#server/test.ts";
import { createTexts } from "#server/texts.ts";
import { attributes, partOf, test, wordsOf } from "./test-pages.ts";

const texts = createTexts();
const munich = 2_867_714;
const distance = "100 km";

/** People of one age, which no other test of this file uses. */
const bornIn = (year: number) => ({ dateOfBirth: `${year}-06-15`, country: "DE", sexuality: "hetero" }) as const;
const ages = "min_age=1&max_age=99";

test("D4.3 the order for you says where the members around end, and no other order does", async ({ load, member }) => {
  const { client } = await member({ ...bornIn(1951), gender: "female" });
  const near = await member({ ...bornIn(1951), gender: "male", name: "Nearman" });
  const far = await member({ ...bornIn(1951), gender: "male", name: "Farman", cityId: munich });
  const mainOf = async (query: string) =>
    wordsOf(partOf((await load("en", `/members?min_age=70&max_age=80${query}`, { client })).body, "main"));
  const line = texts.t("en", "members:search.further", { distance });
  const words = await mainOf("");
  expect(words.indexOf(near.name)).toBeGreaterThan(-1);
  expect(words.indexOf(line)).toBeGreaterThan(words.indexOf(near.name));
  expect(words.indexOf(far.name)).toBeGreaterThan(words.indexOf(line));
  // once, as a choice of the filters
  expect(words.split(texts.t("en", "members:filter.within", { distance }))).toHaveLength(2);
  expect(await mainOf("&sort=active")).not.toContain(line);
});

test("a guest chooses women or men by one tap above the results, and changes the choice by one", async ({
  load,
  visitor,
  siteHas,
}) => {
  await siteHas({ logged_out_search: "all" });
  const chips = async (query: string) => {
    const html = partOf((await load("en", `/members?${query}`, { client: visitor() })).body, "main");
    const [nav = ""] =
      new RegExp(`<nav[^>]*aria-label="${texts.t("en", "members:filter.gender")}".*?</nav>`, "s").exec(html) ?? [];
    return attributes(nav, "href").map((href) => /gender=(\w+)/.exec(href)?.[1]);
  };
  expect(await chips(ages)).toEqual(["female", "male"]);
  expect(await chips(`${ages}&gender=female`)).toEqual(["male"]);
});

test("D5.2 the end of the swipe game says that members are missing who look for another age", async ({
  load,
  member,
}) => {
  const { client } = await member({
    ...bornIn(1941),
    gender: "female",
    preferences: { prefers_min_age: 85, prefers_max_age: 85 },
  });
  const words = async () => wordsOf(partOf((await load("nl", "/swipe-game", { client })).body, "main"));
  const said = texts.t("nl", "swipe:left_out");
  expect(await words()).not.toContain(said);
  await member({ ...bornIn(1941), gender: "male", preferences: { prefers_max_age: 40 } });
  expect(await words()).toContain(said);
});

test("R11.03 a height is in feet too where the viewer lives by them, and in centimetres alone elsewhere", async ({
  load,
  member,
}) => {
  const read = async (country: string) => {
    const { client } = await member({ country });
    await client.call(saveProfile, { body: { height: 175 } });
    return (await load("en", "/profile", { client })).body.replaceAll(/[\u00a0\u202f]/g, " ");
  };
  expect(await read("GB")).toContain(">175 cm (5 ft 9 in)<");
  expect(await read("DE")).toContain(">175 cm<");
});

test("D4.4 before the first answer the match finder asks for so many of its questions, then for so many more", async ({
  load,
  member,
}) => {
  const said = async (preferences: object) => {
    const { client } = await member({ preferences });
    return wordsOf(partOf((await load("en", "/signup-matches", { client })).body, "main"));
  };
  expect(await said({})).toContain(texts.t("en", "match-finder:answer_first", { needed: 3, total: 7 }));
  expect(await said({ prefers_distance: 50 })).toContain(texts.t("en", "match-finder:answer", { count: 2, total: 7 }));
});

test("R5.03 the page of visitors says which visits it counts; the login has no second way to the login", async ({
  load,
  member,
  visitor,
}) => {
  const { client } = await member();
  const visitors = wordsOf(partOf((await load("sv", "/visitors", { client })).body, "main"));
  expect(visitors).toContain(texts.t("sv", "visitors:counts"));
  const header = async (path: string) => partOf((await load("en", path, { client: visitor() })).body, "header");
  expect(await header("/pages/terms")).toContain('href="/login"');
  expect(await header("/login")).not.toContain('href="/login');
  expect(await header("/login")).toContain('href="/signup');
});
