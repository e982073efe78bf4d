import { anywhere } from "#contract/match-finder.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes } from "#contract/profiles.ts";
import { ageAt } from "#server/ages.ts";
import { isDemoLogin } from "./logins.ts";
import type { Person } from "./people.ts";
import { dice } from "./random.ts";

/** Years and kilometres that the demo logins look for: wide, so that their swipe game has many cards. */
const wide = { years: 10, kilometres: 100 };

/**
 * The preferences of an invented member, as they told the match finder. Some have none, but the demo logins
 * always do, so that they see percentages beside other members.
 */
export function preferencesOf(person: Pick<Person, "id" | "email" | "dateOfBirth" | "createdAt" | "lastActiveAt">) {
  const random = dice(`wishes ${person.id}`);
  const isLogin = isDemoLogin(person.email);
  if (random.chance(0.2) && !isLogin) return {};
  const age = ageAt(person.dateOfBirth, person.lastActiveAt);
  const goal = random.weighted<(typeof goals)[number]>([
    ["relationship", 5],
    ["dates", 4],
    ["friendship", 1],
    ["fun", 2],
    ["chatting", 1],
  ]);
  const chosen = new Set([goal, ...random.some(goals, random.between(0, 2))]);
  const [younger, older] = [random.between(5, 14), random.between(5, 14)];
  // most would travel: the first cards of a new member's swipe game are people around
  const distance = random.weighted<number>([
    [25, 1],
    [50, 2],
    [100, 6],
    [anywhere, 4],
  ]);
  return {
    prefers_min_age: Math.max(18, age - (isLogin ? wide.years : younger)),
    prefers_max_age: age + (isLogin ? wide.years : older),
    prefers_distance: isLogin ? wide.kilometres : distance,
    goals: goals.filter((code) => chosen.has(code)),
    prefers_body_types: random.chance(0.6) ? [] : random.some(bodyTypes, random.between(2, 4)),
    preferences_at: person.createdAt,
  };
}
