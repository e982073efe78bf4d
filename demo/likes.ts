import { visitsKeptDays } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { insertAll } from "./insert.ts";
import { findLaterSignup, fits } from "./pairs.ts";
import type { Person } from "./people.ts";
import { dice, momentBetween } from "./random.ts";

export type Like = { from: Person; to: Person; at: Date; seen: boolean };
export type Visit = { visitor: Person; visited: Person; at: Date; seen: boolean };

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
      const at = momentBetween(random, findLaterSignup(from, to), now.getTime() - 2 * hourMs);
      if (at.getTime() < findLaterSignup(from, to)) continue;
      const back = !to.fictional && (random.chance(0.35) || (to.automatic && !from.automatic));
      likes.set(`${from.id} ${to.id}`, { from, to, at, seen: random.chance(0.6) });
      if (!back || likes.has(`${to.id} ${from.id}`)) continue;
      likes.set(`${to.id} ${from.id}`, {
        from: to,
        to: from,
        at: momentBetween(random, at.getTime(), now.getTime() - hourMs),
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

type Signs = { likes: readonly Like[]; visits: readonly Visit[] };

/** Inserts the signs that members have given each other: likes, the matches that follow from them, and visits. */
export async function insertSigns(db: Db, site_id: number, { likes, visits }: Signs): Promise<void> {
  const likeRows = likes.map(({ from, to, at, seen }) => {
    return { from_id: from.id, to_id: to.id, site_id, seen, created_at: at };
  });
  await insertAll(db, "likes", likeRows);
  const matchRows = matchesOf(likes).map(({ a, b, at }) => ({ a_id: a.id, b_id: b.id, site_id, created_at: at }));
  await insertAll(db, "matches", matchRows);
  const visitRows = visits.map(({ visitor, visited, at, seen }) => {
    return { visitor_id: visitor.id, visited_id: visited.id, site_id, visited_on: dayOf(at), seen };
  });
  await insertAll(db, "visits", visitRows);
}
