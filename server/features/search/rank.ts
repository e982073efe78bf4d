import { ageAt } from "#server/ages.ts";
import {
  isBeyond,
  type MatchSide,
  matchPercentage,
  type ViewerProfile,
  wantedAges,
} from "#server/features/profiles/index.ts";
import type { Edge } from "./cursor.ts";
import type { Facts } from "./facts.ts";
import type { FoundRow } from "./order.ts";
import { isPersonScore, readRankValue } from "./score.ts";

/** A fictional profile has no percentage: it comes after all members. */
const percentageOf = (viewer: MatchSide, member: Facts, now: Date) =>
  member.fictional ? -1 : matchPercentage(viewer, member, now);

/** Decided by the score of the order "for you" or "last active". */
const isPerson = ({ value }: Facts) => isPersonScore(readRankValue(value).score);

/**
 * Decision 0107: people without a chat with the viewer first, then by score, which is lowest for programs, by wanted
 * ages, percentage, last activity. `value` is one number: the higher, the earlier.
 */
export function rankFront(viewer: ViewerProfile, front: readonly Facts[], now: Date): FoundRow[] {
  const { min, max } = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const ranked = front.map((member) => {
    const { score, microseconds } = readRankValue(member.value);
    const age = ageAt(member.date_of_birth, now);
    const ofAge = (score + (member.chatted || !isPerson(member) ? 0 : 64)) * 2 + Number(age >= min && age <= max);
    return { member_id: member.member_id, step: ofAge * 102 + percentageOf(viewer, member, now) + 1, microseconds };
  });
  ranked.sort(
    (a, b) => b.step - a.step || compareText(b.microseconds, a.microseconds) || compareText(b.member_id, a.member_id),
  );
  return ranked.map(({ member_id, step, microseconds }) => ({ member_id, value: `${step}${microseconds}` }));
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export const isBehindRank = (row: FoundRow, after: Edge): boolean =>
  BigInt(row.value) < BigInt(after.value) || (row.value === after.value && row.member_id < after.id);

/**
 * The best match: people before programs (R11.06), then by percentage, and among equals by id, so that no member who
 * comes online changes the pages.
 */
export function rankByPercentage(viewer: ViewerProfile, members: readonly Facts[], now: Date): FoundRow[] {
  return members
    .map((member) => {
      const percentage = percentageOf(viewer, member, now) + 1;
      return { member_id: member.member_id, rank: isPerson(member) ? percentage + 101 : percentage };
    })
    .sort((a, b) => b.rank - a.rank || (a.member_id < b.member_id ? -1 : 1))
    .map(({ member_id, rank }) => ({ member_id, value: String(rank) }));
}

export const isBehindPercentage = (row: FoundRow, after: Edge): boolean =>
  Number(row.value) < Number(after.value) || (row.value === after.value && row.member_id > after.id);

export type Candidate = MatchSide & { member_id: string; last_active_at: Date; fictional: boolean; automatic: boolean };
/** A candidate; `beyond`: outside the ages or the distance that the viewer asked for. */
type RankedCandidate = Candidate & { beyond: boolean };

/**
 * Ranks those within the preferred ages and distance first, each group by the percentage shown (decision 0025), then by
 * last activity.
 */
export function rankByMatch(viewer: MatchSide, candidates: readonly Candidate[], now: Date): RankedCandidate[] {
  const rated = candidates.map((candidate) => ({
    member: { ...candidate, beyond: isBeyond(viewer, candidate, now) },
    percentage: matchPercentage(viewer, candidate, now),
  }));
  rated.sort(
    (a, b) =>
      Number(a.member.beyond) - Number(b.member.beyond) ||
      b.percentage - a.percentage ||
      b.member.last_active_at.getTime() - a.member.last_active_at.getTime() ||
      (a.member.member_id < b.member.member_id ? -1 : 1),
  );
  return rated.map(({ member }) => member);
}
