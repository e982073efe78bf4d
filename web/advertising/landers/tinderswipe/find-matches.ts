import { type Face, findOpenMembers, mixMembers } from "#web/advertising/landers/open-members.ts";
import type { Page } from "#web/lib/page.ts";
import { type Answers, isComplete, listLiked, type Question } from "./questions.ts";

export type Match = { member: Face; shares: Question[] };

const matchesShown = 4;

/** Orders members by how much they share; those who share the same stay in their order. */
export function rankMatches(groups: readonly { code: Question; faces: readonly Face[] }[]): Match[] {
  const matches = new Map<string, Match>();
  for (const { code, faces } of groups) {
    for (const member of faces) {
      const match = matches.get(member.id) ?? { member, shares: [] };
      match.shares.push(code);
      matches.set(member.id, match);
    }
  }
  return [...matches.values()].sort((a, b) => b.shares.length - a.shares.length);
}

/** The members who share the most of what the visitor likes; none before the last card, or if guests see no members. */
export async function findMatches(page: Page, request: Request, answers: Answers): Promise<Match[]> {
  if (!isComplete(answers)) return [];
  const groups = await Promise.all(
    listLiked(answers).map(async (code) => ({
      code,
      faces: mixMembers(await findOpenMembers(page, request, { interests: code })),
    })),
  );
  return rankMatches(groups).slice(0, matchesShown);
}
