import type { Language } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import {
  type bodyTypes,
  explicitInterests,
  type eyeColors,
  type hairColors,
  type relationshipStatuses,
  type sexualities,
  type tattoos,
} from "#contract/profiles.ts";
import { nameKey } from "#server/features/auth/index.ts";
import { aboutMe, createDraw, type Draw } from "./about-me.ts";
import type { Interest } from "./content/content.ts";
import { contents } from "./content.ts";
import { type Country, countries, countryOfEach, loginCountry } from "./countries.ts";
import { type Dice, dice } from "./random.ts";

/** An invented member, before a town is drawn and before it is inserted. */
export type Person = {
  /** The account's and the profile's id; the same seed gives the same ids. */
  id: string;
  name: string;
  email: string;
  language: Language;
  country: Country;
  /** Selects the town: a fraction of the country's population, from 0 to 1. */
  town: number;
  /** One of the towns around the country's largest one. */
  nearLargest: boolean;
  gender: "male" | "female";
  sexuality: (typeof sexualities)[number];
  dateOfBirth: string;
  hair_color: (typeof hairColors)[number];
  eye_color: (typeof eyeColors)[number];
  body_type: (typeof bodyTypes)[number];
  relationship_status: (typeof relationshipStatuses)[number];
  tattoos: (typeof tattoos)[number];
  interests: Interest[];
  aboutMe: string;
  premium: boolean;
  fictional: boolean;
  automatic: boolean;
  /** Lets visitors see them (D11.8). */
  shownToVisitors: boolean;
  credits: number;
  createdAt: Date;
  lastActiveAt: Date;
};

export type PeopleInput = { seed: string; count: number; countries: readonly Country[]; now: Date };

const fictionalShare = 20;
const seenFirstDays = 7;
const automaticShare = 400 / 60;
/** One in this many members of the logins' country lives further away; odd, as men and women alternate. */
const furtherAway = 7;

/** The `count` members of one site: the same for the same seed and day. */
export function peopleOf({ seed, count, countries: among, now }: PeopleInput): Person[] {
  const usedNames = new Set(["robin", "alex", "support"].map(nameKey));
  const seats = new Map<Country, number>();
  const places = countryOfEach(count, among);
  const perCountry = Math.max(2, Math.round(count / automaticShare / among.length));
  const draw = createDraw(dice(`${seed} texts`));
  const people = places.map((country, index): Person => {
    const seat = seats.get(country) ?? 0;
    seats.set(country, seat + 1);
    const random = dice(`${seed} ${index}`);
    const automatic = seat < perCountry;
    const nearLargest = country === loginCountry && seat % furtherAway !== furtherAway - 1;
    return invent(random, {
      draw,
      index,
      country,
      nearLargest,
      gender: seat % 2 ? "male" : "female",
      automatic,
      usedNames,
      now,
    });
  });
  for (const person of dice(`${seed} fictional`).some(
    people.filter((one) => !one.automatic),
    count / fictionalShare,
  )) {
    person.fictional = true;
    person.premium = false;
    person.lastActiveAt = new Date(Math.min(person.lastActiveAt.getTime(), now.getTime() - 3 * dayMs));
    person.createdAt = new Date(Math.min(person.createdAt.getTime(), person.lastActiveAt.getTime()));
  }
  return people;
}

type Seat = {
  draw: Draw;
  index: number;
  country: Country;
  nearLargest: boolean;
  gender: Person["gender"];
  automatic: boolean;
  usedNames: Set<string>;
  now: Date;
};

function invent(random: Dice, seat: Seat): Person {
  const { index, country, nearLargest, gender, automatic, usedNames, now } = seat;
  const language = random.pick<Language>(countries[country].languages);
  const age = Math.round(19 + 49 * random.next() ** 1.5);
  const birth = new Date(now.getTime() - (age * 365.25 + random.between(2, 363)) * dayMs);
  const names = contents[language][gender === "female" ? "women" : "men"][age < 43 ? "young" : "older"];
  const name = freeName(random, names, birth.getUTCFullYear(), usedNames);
  const about = aboutMe(random, seat.draw, { language, gender, age });
  const createdAt = new Date(
    now.getTime() - dayMs * (automatic ? random.between(5, 200) : 1 + 320 * random.next() ** 2),
  );
  // automatic members are active at the start, and come first in the order of activity
  const idle = automatic ? 3 * random.next() : 6 + 24 * 60 * 30 * random.next() ** 4;
  const lastActiveAt = new Date(Math.max(createdAt.getTime(), now.getTime() - 60_000 * (1 + idle)));
  // members who were here lately are seen first: explicit interests are not for a newcomer's first faces
  const isSeenFirst = automatic || now.getTime() - lastActiveAt.getTime() < seenFirstDays * dayMs;
  const interests = about.interests.filter((code) => !(isSeenFirst && explicitInterests.includes(code)));
  return {
    id: uuid(random),
    name,
    email: `${asciiOf(name)}.${index + 1}@demo.invalid`,
    language,
    country,
    town: random.next(),
    nearLargest,
    gender,
    sexuality: automatic
      ? random.weighted([
          ["hetero", 3],
          ["bi", 1],
        ])
      : sexualityFor(random, gender),
    dateOfBirth: dayOf(birth),
    hair_color: hairFor(random, gender, age, countries[country].fairness),
    eye_color: random.weighted([
      ["brown", 1.3 - countries[country].fairness],
      ["blue", countries[country].fairness],
      ["green", 0.25],
      ["grey", 0.2],
      ["hazel", 0.2],
    ]),
    body_type: random.weighted([
      ["slim", 4],
      ["athletic", 4],
      ["average", 6],
      [gender === "female" ? "curvy" : "large", 3],
      ["large", 1],
    ]),
    relationship_status: statusFor(random, age),
    tattoos: random.weighted([
      ["none", 6],
      ["some", age < 50 ? 3 : 1],
      ["many", age < 50 ? 1 : 0.2],
    ]),
    interests,
    aboutMe: about.text,
    premium: random.chance(0.3),
    fictional: false,
    shownToVisitors: automatic || index % 4 < 2,
    automatic,
    credits: random.between(4, 60),
    createdAt,
    lastActiveAt,
  };
}

function sexualityFor(random: Dice, gender: Person["gender"]): Person["sexuality"] {
  return random.weighted([
    ["hetero", 84],
    [gender === "male" ? "gay" : "lesbian", 7],
    ["bi", 9],
  ]);
}

function hairFor(random: Dice, gender: Person["gender"], age: number, fairness: number): Person["hair_color"] {
  return random.weighted([
    ["black", 1.1 - fairness],
    ["brown", 1.2],
    ["blond", 0.15 + fairness],
    ["red", 0.18],
    ["grey", age > 46 ? (age - 44) / 10 : 0],
    ["white", age > 58 ? (age - 56) / 12 : 0],
    ["bald", gender === "male" && age > 32 ? 0.25 : 0],
    ["coloured", gender === "female" && age < 45 ? 0.15 : 0],
  ]);
}

function statusFor(random: Dice, age: number): Person["relationship_status"] {
  return random.weighted([
    ["single", age < 40 ? 12 : 6],
    ["divorced", age < 33 ? 0.3 : 5],
    ["widowed", age < 50 ? 0.1 : 2],
    ["open", 0.6],
    ["relationship", 0.4],
    ["married", 0.3],
  ]);
}

/** "Anna", "Jonas_K", "Mette92": a name that is still free on the site. */
function freeName(random: Dice, names: readonly string[], born: number, usedNames: Set<string>): string {
  for (;;) {
    const first = random.pick(names);
    const year = String(born).slice(2);
    const name = random.weighted([
      [first, 6],
      [`${first}${year}`, 3],
      [`${first}_${random.pick([..."ABDEFGHJKMNPRSTVW"])}`, 3],
      [`${first}.${random.pick([..."ABDEFGHJKMNPRSTVW"])}`, 1],
      [`${first}${random.between(2, 99)}`, 1],
    ]);
    const key = nameKey(name);
    if (name.length < 3 || usedNames.has(key)) continue;
    usedNames.add(key);
    return name;
  }
}

const asciiOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");

/** A random (v4) uuid from the seed. */
export function uuid(random: Dice): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join("");
  const variant = "89ab"[random.between(0, 3)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
