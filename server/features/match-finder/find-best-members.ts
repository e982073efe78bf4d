import type { z } from "zod";
import { searchRanked } from "#contract/constants.ts";
import { bestMembersShown, type findBestMembers as findCall } from "#contract/match-finder.ts";
import { matchReasons, matchSearches } from "#server/features/matching/index.ts";
import { countFitting, gatherCandidates, rankByMatch, toFilter } from "#server/features/members/index.ts";
import { loadCards, loadViewer, type ViewContext, type ViewerProfile } from "#server/features/profiles/index.ts";
import { queryOf, type Wider, widerSearches } from "./wider-searches.ts";

/** Some of those found may be hidden from this viewer. */
const enough = bestMembersShown * 2;

type Found = z.input<typeof findCall.answer>;

/**
 * The members who suit a viewer best, with the reasons (D4.4): of those who fit both ways and were here last, first as the
 * viewer wants them, then, after all those, further away and of other ages until there are enough. Never a fictional profile (D11.1).
 */
export async function findBestMembers(look: ViewContext): Promise<Found> {
  const viewer = await loadViewer(look);
  if (!viewer) return { members: [], wider: [] };
  const searches = matchSearches(viewer, look.now).map((query) => ({
    ...toFilter(query, look.site.id, viewer, look.now),
    withoutFictional: true,
  }));
  const found = await gatherCandidates(look.db, searches, { looked: searchRanked, enough });
  const ranked = rankByMatch(viewer, found, look.now);
  const best = new Map(ranked.slice(0, enough).map((member) => [member.member_id, member]));
  const cards = await loadCards(look, [...best.keys()], viewer);
  const members = cards.slice(0, bestMembersShown).flatMap((card) => {
    const member = best.get(card.id);
    return member ? [{ ...card, beyond: member.beyond, reasons: matchReasons(viewer, member, look.now) }] : [];
  });
  const asAsked = members.some((member) => !member.beyond);
  return { members, wider: asAsked ? [] : await findWider(look, viewer) };
}

/** For each wish the smallest step that finds somebody; both together where neither does alone. */
async function findWider(look: ViewContext, viewer: ViewerProfile): Promise<Found["wider"]> {
  const { alone, together } = widerSearches(viewer);
  const found = await Promise.all(alone.map((steps) => firstThatFinds(look, viewer, steps)));
  const wider = found.flatMap((step) => step ?? []);
  if (wider.length > 0 || !together) return wider;
  const both = await firstThatFinds(look, viewer, [together]);
  return both ? [both] : [];
}

async function firstThatFinds(look: ViewContext, viewer: ViewerProfile, steps: readonly Wider[]) {
  for (const step of steps) {
    const total = await countFitting(look, queryOf(viewer, step), viewer);
    if (total.count > 0) return { ...step, total };
  }
  return null;
}
