import { type GiftCode, giftCodes } from "#contract/attachments.ts";
import { visitsKeptDays } from "#contract/constants.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { contents, spokenBy } from "./content.ts";
import type { Person } from "./people.ts";
import { type Dice, dice } from "./random.ts";

export type Like = { from: Person; to: Person; at: Date; seen: boolean };
export type Visit = { visitor: Person; visited: Person; at: Date; seen: boolean };
/** A message; `gift` is its attachment. */
export type Line = { author: Person; text: string; at: Date; gift?: GiftCode };
/** Two members' chat; the recipient has not opened the last `unread` lines. */
export type Chat = { a: Person; b: Person; lines: Line[]; unread: number };

const ageGap = 14 * 365.25 * dayMs;

const seeksGenderOf = (one: Person, other: Person) =>
  one.sexuality === "bi" || (one.sexuality === "hetero") === (one.gender !== other.gender);

/** Whether two people could be interested in each other, both ways (D4.1), and are of a similar age. */
export function fits(one: Person, other: Person): boolean {
  const apart = Math.abs(Date.parse(one.dateOfBirth) - Date.parse(other.dateOfBirth));
  return one.id !== other.id && seeksGenderOf(one, other) && seeksGenderOf(other, one) && apart < ageGap;
}

const findLaterSignup = (one: Person, other: Person) => Math.max(one.createdAt.getTime(), other.createdAt.getTime());
const between = (random: Dice, from: number, to: number) => new Date(from + (to - from) * random.next());

/**
 * The likes between members. Fictional members send none (quality: no like without a person who sent it). Automatic
 * members have already liked back, so that no likes wait for them.
 */
export function likesAmong(seed: string, people: readonly Person[], now: Date): Like[] {
  const likes = new Map<string, Like>();
  for (const from of people.filter((person) => !person.fictional)) {
    const random = dice(`likes ${seed} ${from.id}`);
    const around = people.filter((other) => fits(from, other));
    const near = around.filter((other) => other.language === from.language);
    const chosen = new Set([...random.some(near, random.between(1, 6)), ...random.some(around, random.between(0, 3))]);
    for (const to of chosen) {
      const at = between(random, findLaterSignup(from, to), now.getTime() - 2 * hourMs);
      if (at.getTime() < findLaterSignup(from, to)) continue;
      const back = !to.fictional && (random.chance(0.35) || (to.automatic && !from.automatic));
      likes.set(`${from.id} ${to.id}`, { from, to, at, seen: random.chance(0.6) });
      if (!back || likes.has(`${to.id} ${from.id}`)) continue;
      likes.set(`${to.id} ${from.id}`, {
        from: to,
        to: from,
        at: between(random, at.getTime(), now.getTime() - hourMs),
        seen: true,
      });
    }
  }
  return [...likes.values()];
}

/**
 * The profile visits: each like comes with a visit on that day, as far back as visits are stored. Automatic members
 * visit no profiles, and visits to fictional profiles are not shown to a member.
 */
export function visitsOf(likes: readonly Like[], now: Date): Visit[] {
  const since = now.getTime() - (visitsKeptDays - 1) * dayMs;
  return likes
    .filter(({ from, to, at }) => !from.automatic && !to.fictional && at.getTime() > since)
    .map(({ from, to, at, seen }) => ({ visitor: from, visited: to, at, seen }));
}

/** Pairs who like each other, once each, with the moment of the second like. */
export function matchesOf(likes: readonly Like[]): { a: Person; b: Person; at: Date }[] {
  const sent = new Map(likes.map((like) => [`${like.from.id} ${like.to.id}`, like]));
  return likes.flatMap(({ from, to, at }) => {
    const back = sent.get(`${to.id} ${from.id}`);
    return back && from.id < to.id ? [{ a: from, b: to, at: new Date(Math.max(at.getTime(), back.at.getTime())) }] : [];
  });
}

/** Up to `count` chats of pairs who matched and share a language, between the match and now. */
export function chatsAmong(seed: string, likes: readonly Like[], count: number, now: Date): Chat[] {
  const begunBy = new Map<Person, number>();
  const chats: Chat[] = [];
  const matches = matchesOf(likes).filter(({ a, b }) => a.language === b.language && !a.fictional && !b.fictional);
  for (const { a, b, at } of dice(`chats ${seed}`).some(matches, matches.length)) {
    if (chats.length === count) break;
    const random = dice(`chat ${seed} ${a.id} ${b.id}`);
    const first = [a, b].find((one) => one.premium || (begunBy.get(one) ?? 0) < 2);
    if (!first || now.getTime() - at.getTime() < 2 * hourMs) continue;
    begunBy.set(first, (begunBy.get(first) ?? 0) + 1);
    const other = first === a ? b : a;
    const end = between(
      random,
      Math.max(at.getTime() + hourMs, now.getTime() - 240 * hourMs),
      now.getTime() - 30 * minuteMs,
    );
    const some = random.between(3, 19);
    // an automatic member always answers, so the last line may not be addressed to one
    const last = first.automatic === other.automatic ? null : first.automatic ? 1 : 0;
    const lines = talk(random, first, other, last === null || some % 2 === last ? some : some + 1, at, end);
    giveAmong(dice(`gift ${seed} ${a.id} ${b.id}`), lines);
    chats.push({ a: first, b: other, lines, unread: random.chance(0.25) ? 1 : 0 });
  }
  return chats;
}

/** Attaches a gift to one line of some chats. */
function giveAmong(random: Dice, lines: Line[]): void {
  const line = lines[random.between(1, lines.length - 1)];
  if (line && random.chance(0.5)) line.gift = random.some(giftCodes, 1)[0];
}

/** `count` lines of two people taking turns, spread from `from` to `to` as people write: close together, then not. */
export function talk(random: Dice, first: Person, other: Person, count: number, from: Date, to: Date): Line[] {
  const { threads } = contents[first.language];
  const texts = random
    .some(threads, threads.length)
    .flatMap((thread) => (thread.length % 2 ? thread.slice(0, -1) : thread));
  const gaps = texts
    .slice(0, count)
    .map(() => (random.chance(0.7) ? random.between(1, 12) : random.between(40, 900)) * minuteMs);
  const wanted = gaps.reduce((sum, gap) => sum + gap, 0);
  const start = Math.max(from.getTime(), to.getTime() - wanted);
  let passed = 0;
  return gaps.map((gap, index) => {
    passed += gap;
    const author = index % 2 ? other : first;
    const at = new Date(start + (to.getTime() - start) * (passed / wanted));
    return { author, text: spokenBy(author.gender, texts[index] ?? ""), at };
  });
}

/** A first message of the past whose chat is gone; the promise about it ended at `endedAt`. */
export type FirstMessage = {
  from: Person;
  to: Person;
  at: Date;
  endedAt: Date;
  outcome: "answered" | "no_answer" | "declined";
};

/**
 * First messages of the last months, once for a pair that has no chat, between people who could be interested in each
 * other; so many of each gender that the figures of `/fair` have something to show (R10.04). Programs write none, and
 * fictional members answer none (D11.1).
 */
export function firstMessagesAmong(
  seed: string,
  people: readonly Person[],
  chats: readonly Chat[],
  now: Date,
): FirstMessage[] {
  const pairOf = (one: Person, other: Person) => [one.id, other.id].sort().join(" ");
  const taken = new Set(chats.map(({ a, b }) => pairOf(a, b)));
  const writers = people.filter(({ fictional, automatic }) => !fictional && !automatic);
  return writers.flatMap((from) => {
    const random = dice(`first messages ${seed} ${from.id}`);
    const fitting = people.filter((to) => fits(from, to) && !taken.has(pairOf(from, to)));
    return random.some(fitting, random.between(3, 8)).flatMap((to) => {
      const since = Math.max(findLaterSignup(from, to), now.getTime() - 110 * dayMs);
      const until = now.getTime() - 8 * dayMs;
      if (since > until) return [];
      taken.add(pairOf(from, to));
      const at = between(random, since, until);
      const answers = to.fictional || to.automatic ? 0 : from.gender === "female" ? 0.42 : 0.24;
      const drawn = random.next();
      const outcome = drawn < answers ? "answered" : drawn < answers + 0.1 && !to.fictional ? "declined" : "no_answer";
      const days = outcome === "declined" ? random.between(0, 4) + random.next() : 7;
      return [{ from, to, at, endedAt: new Date(at.getTime() + days * dayMs), outcome } as const];
    });
  });
}
