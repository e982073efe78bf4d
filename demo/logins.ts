import { dayMs, hourMs } from "#contract/durations.ts";
import { type Chat, talk } from "./chats.ts";
import { loginCountry } from "./countries.ts";
import type { Like, Visit } from "./likes.ts";
import { fits } from "./pairs.ts";
import { type Person, uuid } from "./people.ts";
import { dice } from "./random.ts";

const roles = { Robin: "free", Alex: "premium" } as const;
const names = Object.keys(roles) as (keyof typeof roles)[];

/** The two members printed at the start: a free one with credits and a premium one. */
export const demoLogins = names.map((name) => ({
  role: roles[name],
  name,
  email: `${name.toLowerCase()}@demo.invalid`,
}));

export const isDemoLogin = (email: string): boolean => demoLogins.some((login) => login.email === email);

const words: Record<keyof typeof roles, string> = {
  Robin: "I'm here to try everything out. If you write to me, I will probably answer, unless I'm asleep.",
  Alex: "Map maker, early riser, hopeless at small talk and quite good at the other kind. Tell me where you'd like to go next.",
};

/** The demo members behind the logins. */
export function peopleWhoLogIn(seed: string, now: Date): Person[] {
  return names.map((name) => {
    const woman = name === "Alex";
    return {
      id: uuid(dice(`${seed} login ${name}`)),
      name,
      email: `${name.toLowerCase()}@demo.invalid`,
      language: "en",
      country: loginCountry,
      town: 0,
      nearLargest: true,
      gender: woman ? "female" : "male",
      sexuality: "hetero",
      dateOfBirth: `${now.getUTCFullYear() - (woman ? 31 : 34)}-03-14`,
      hair_color: woman ? "red" : "brown",
      eye_color: woman ? "green" : "blue",
      body_type: "average",
      relationship_status: "single",
      tattoos: woman ? "some" : "none",
      interests: woman
        ? ["biking", "coffee", "hiking", "photography", "travelling"]
        : ["biking", "coffee", "cooking", "music", "reading"],
      aboutMe: words[name],
      premium: woman,
      fictional: false,
      automatic: false,
      shownToVisitors: false,
      credits: woman ? 60 : 25,
      createdAt: new Date(now.getTime() - (woman ? 40 : 3) * dayMs),
      lastActiveAt: new Date(now.getTime() - dayMs),
    } satisfies Person;
  });
}

/** How many neighbours like a demo login, so that the swipe game has matches to find. */
const neighboursWhoLike = 3;

/** The news of a demo login: unseen likes and visitors, a match, a chat with an unread message, and first messages. */
export function welcomeTies(
  seed: string,
  who: Person,
  people: readonly Person[],
  now: Date,
): { likes: Like[]; chats: Chat[]; visits: Visit[] } {
  const random = dice(`${seed} welcome ${who.name}`);
  const distance = (other: Person) =>
    (other.language === who.language ? 0 : 40) +
    Math.abs(Date.parse(other.dateOfBirth) - Date.parse(who.dateOfBirth)) / dayMs / 365;
  const nearest = people
    .filter((person) => !person.fictional && fits(who, person))
    .sort((one, other) => distance(one) - distance(other));
  const admirers = nearest.filter((person) => person.automatic).slice(0, 6);
  const curious = nearest.filter((person) => !person.automatic).slice(0, 7);
  const near = nearest.filter((person) => !person.automatic && person.nearLargest).slice(0, neighboursWhoLike);
  const [match, ...others] = admirers;
  if (!match) return { likes: [], chats: [], visits: [] };
  const ago = (hours: number) => new Date(Math.max(who.createdAt.getTime(), now.getTime() - hours * hourMs));
  const likes: Like[] = [
    { from: match, to: who, at: ago(30), seen: true },
    { from: who, to: match, at: ago(29), seen: true },
    ...others.map((from, index) => ({ from, to: who, at: ago(20 - 3 * index), seen: false })),
    ...near.map((from, index) => ({ from, to: who, at: ago(21 + 3 * index), seen: false })),
  ];
  const lines = talk(random, who, match, 4, ago(28), ago(2));
  // one gift is on the shelf already, another one is still wrapped
  const [opened, wrapped] = lines.filter(({ author }) => author === match);
  if (opened) opened.gift = "coffee";
  if (wrapped) wrapped.gift = "rose";
  // first messages without an answer: one that still waits, one whose time is over, one received; a free login keeps
  // the chats that it may begin
  const [waits, over, writes] = nearest.filter((person) => !person.automatic).slice(7);
  const firstWord = (from: Person, to: Person, hours: number): Chat => {
    return { a: from, b: to, lines: talk(random, from, to, 1, ago(hours), ago(hours - 1)), unread: 1 };
  };
  const firstWords =
    who.premium && waits && over && writes
      ? [firstWord(who, waits, 50), firstWord(who, over, 200), firstWord(writes, who, 5)]
      : [];
  const visits = curious.map((visitor, index): Visit => {
    return { visitor, visited: who, at: ago(3 + 11 * index), seen: index > 2 };
  });
  return { likes, chats: [{ a: who, b: match, lines, unread: 1 }, ...firstWords], visits };
}
