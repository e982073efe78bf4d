import { describe, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { explicitInterests, interests } from "#contract/profiles.ts";
import { ageAt } from "#server/ages.ts";
import { nameKey } from "#server/features/auth/index.ts";
import { contents, spokenBy } from "./content.ts";
import { type Country, countries, countryOfEach } from "./countries.ts";
import { peopleOf } from "./people.ts";
import { preferencesOf } from "./preferences.ts";
import { dice } from "./random.ts";

const now = new Date("2026-11-20T18:00:00Z");
const everywhere = Object.keys(countries) as Country[];
const crowd = { seed: "test", count: 300, countries: everywhere, now };
const people = peopleOf(crowd);

describe("D12.1 the demo members", () => {
  test("are the same every time for a seed, and different for another seed", () => {
    expect(peopleOf(crowd)).toEqual(people);
    expect(peopleOf({ ...crowd, seed: "other" })).not.toEqual(people);
  });

  test("are adults, from every country, with unique names and addresses", () => {
    expect(people).toHaveLength(300);
    expect(new Set(people.map((person) => person.country))).toEqual(new Set(everywhere));
    expect(new Set(people.map((person) => person.language))).toEqual(new Set(languages));
    for (const key of ["id", "email"] as const) expect(new Set(people.map((person) => person[key])).size).toBe(300);
    expect(new Set(people.map((person) => nameKey(person.name))).size).toBe(300);
    for (const { name, email, dateOfBirth } of people) {
      expect(name).toMatch(/^[\p{L}\p{N} ._-]{3,30}$/u);
      expect(email).toMatch(/^[a-z0-9]+\.\d+@demo\.invalid$/);
      expect(ageAt(dateOfBirth, now)).toBeGreaterThanOrEqual(19);
      expect(ageAt(dateOfBirth, now)).toBeLessThanOrEqual(69);
    }
  });

  test("write texts of their own: among forty of a language no sentence comes more than three times", () => {
    for (const language of languages) {
      const { who, hopes } = contents[language];
      const texts = peopleOf({ ...crowd, count: 600 })
        .filter((person) => person.language === language)
        .slice(0, 40)
        .map(({ aboutMe }) => aboutMe);
      expect(new Set(texts).size).toBe(texts.length);
      for (const sentence of [...who, ...hopes]) {
        const spoken = [spokenBy("male", sentence), spokenBy("female", sentence)];
        expect(texts.filter((text) => spoken.some((each) => text.includes(each))).length).toBeLessThanOrEqual(3);
      }
    }
  });

  test("D11.1 some are fictional: never automatic, never online", () => {
    const fictional = people.filter((person) => person.fictional);
    expect(fictional).toHaveLength(15);
    for (const { automatic, lastActiveAt, createdAt } of fictional) {
      expect(automatic).toBe(false);
      expect(now.getTime() - lastActiveAt.getTime()).toBeGreaterThan(dayMs);
      expect(createdAt.getTime()).toBeLessThanOrEqual(lastActiveAt.getTime());
    }
  });

  test("D4.2 who is seen first has no explicit interests", () => {
    const isExplicit = (code: string) => explicitInterests.some((explicit) => explicit === code);
    for (const { automatic, lastActiveAt, interests: own } of people) {
      const lately = now.getTime() - lastActiveAt.getTime() < 3 * dayMs;
      if (automatic || lately) expect(own.filter(isExplicit)).toEqual([]);
    }
    expect(people.some(({ interests: own }) => own.some(isExplicit))).toBe(true);
  });

  test("about one in seven is automatic, women and men in every country", () => {
    for (const country of everywhere) {
      const genders = people
        .filter((person) => person.automatic && person.country === country)
        .map((one) => one.gender);
      expect(new Set(genders).size).toBe(2);
    }
    expect(people.filter((person) => person.automatic)).toHaveLength(45);
  });

  test("D4.4 most have answered the match finder, with a valid range of adult ages", () => {
    const answers = people.map(preferencesOf).flatMap((answer) => (answer.goals === undefined ? [] : [answer]));
    expect(answers.length).toBeGreaterThan(200);
    expect(answers.length).toBeLessThan(280);
    for (const { prefers_min_age: min, prefers_max_age: max, goals } of answers) {
      expect(min).toBeGreaterThanOrEqual(18);
      expect(max).toBeGreaterThan(min);
      expect(goals.length).toBeGreaterThan(0);
    }
  });

  test("D4.1 gender and sexuality fit each other, about half are women", () => {
    for (const { gender, sexuality } of people) {
      expect(sexuality).not.toBe(gender === "male" ? "lesbian" : "gay");
    }
    const women = people.filter((person) => person.gender === "female").length;
    expect(Math.abs(women - 150)).toBeLessThan(20);
  });
});

describe("the demo members' texts", () => {
  test.each(languages)("%s: enough of them, no duplicates, no marker left over", (language) => {
    const { who, elders, does, hopes, openers, replies, toQuestions, threads, women, men } = contents[language];
    expect([who, does, replies].map((list) => list.length >= 14)).toEqual([true, true, true]);
    for (const names of [women.young, women.older, men.young, men.older])
      expect(names.length).toBeGreaterThanOrEqual(20);
    const sentences = [
      ...who,
      ...elders,
      ...does.map(([, text]) => text),
      ...hopes,
      ...openers,
      ...replies,
      ...toQuestions,
      ...threads.flat(),
    ];
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const text of sentences) {
      for (const gender of ["male", "female"] as const) expect(spokenBy(gender, text)).toMatch(/^[^[\]{}]{3,280}$/);
      expect(text.trim()).toMatch(/[.!?]$/);
    }
  });

  test("have only interests of the specification", () => {
    expect(people.flatMap((person) => person.interests).filter((code) => !interests.includes(code))).toEqual([]);
  });

  test("a marker becomes the form for a man or for a woman", () => {
    expect(["male", "female"].map((gender) => spokenBy(gender as "male", "Sono stat[o/a] qui"))).toEqual([
      "Sono stato qui",
      "Sono stata qui",
    ]);
  });
});

test("each country gets its share, and the shares add up to the requested number", () => {
  expect(countryOfEach(100, ["DE", "AT", "CH"])).toHaveLength(100);
  expect(countryOfEach(300, everywhere).filter((country) => country === "IE").length).toBeGreaterThanOrEqual(4);
});

test("dice of one seed always give the same numbers, within their bounds", () => {
  const rolls = (seed: string) => {
    const random = dice(seed);
    return Array.from({ length: 50 }, () => random.between(3, 7));
  };
  expect(rolls("a")).toEqual(rolls("a"));
  expect(rolls("a")).not.toEqual(rolls("b"));
  expect([...new Set(rolls("a"))].sort()).toEqual([3, 4, 5, 6, 7]);
});
