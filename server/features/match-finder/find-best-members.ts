import type { z } from "zod";
import { searchRanked } from "#contract/constants.ts";
import { bestMembersShown, type findBestMembers as findCall } from "#contract/match-finder.ts";
import { gatherCandidates } from "#server/features/members/gather-candidates.ts";
import { rankByMatch, toFilter } from "#server/features/members/rules.ts";
import { type Looking, loadCards, loadViewer } from "#server/features/profiles/load-cards.ts";
import { matchReasons, matchSearches } from "./rules.ts";

/** Some of those found may be hidden from this viewer. */
const enough = bestMembersShown * 2;

type Found = z.input<typeof findCall.answer>["members"];

/**
 * The members who suit a viewer best, with the reasons (D4.4): of those who fit both ways and were here last, first as the
 * viewer wants them, then, after all those, further away and of other ages until there are enough. Never a fictional profile (D11.1).
 */
export async function findBestMembers(look: Looking): Promise<Found> {
  const viewer = await loadViewer(look);
  if (!viewer) return [];
  const searches = matchSearches(viewer, look.now).map((query) => ({
    ...toFilter(query, look.site.id, viewer, look.now),
    withoutFictional: true,
  }));
  const found = await gatherCandidates(look.db, searches, { looked: searchRanked, enough });
  const ranked = rankByMatch(viewer, found, look.now);
  const best = new Map(ranked.slice(0, enough).map((member) => [member.member_id, member]));
  const cards = await loadCards(look, [...best.keys()], viewer);
  return cards.slice(0, bestMembersShown).flatMap((card) => {
    const member = best.get(card.id);
    return member ? [{ ...card, beyond: member.beyond, reasons: matchReasons(viewer, member, look.now) }] : [];
  });
}
