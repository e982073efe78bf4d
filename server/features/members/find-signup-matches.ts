import { signupMatchesShown } from "#contract/members.ts";
import type { RankedCard } from "#contract/profiles.ts";
import { loadCards, loadViewer, type ViewContext } from "#server/features/profiles/index.ts";
import { gatherCandidates } from "./gather-candidates.ts";
import { rankNearFirst, signupSearches, toFilter } from "./rules.ts";

/** How many of the last active members are read for each search. */
const readPerSearch = 300;
/** Search until there are this many: more than are shown, because visibility may hide some from this viewer. */
const enough = signupMatchesShown * 2;

/**
 * The first members that a new member sees (D3.7): they fit both ways and show a photo. Searches nearby first, then in
 * the country, then anywhere, until there are enough people. People come before programs, and near before far; within
 * that they are ordered by the percentage beside them. Fictional profiles only fill up the rest.
 */
export async function findSignupMatches(ctx: ViewContext): Promise<RankedCard[]> {
  const viewer = await loadViewer(ctx);
  if (!viewer) return [];
  const searches = signupSearches(viewer, ctx.now).map((query) =>
    toFilter({ ...query, photo: "1" }, ctx.site.id, viewer, ctx.now),
  );
  const members = searches.map((filter) => ({ ...filter, withoutFictional: true }));
  const filters = viewer.hides_fictional ? members : [...members, ...searches];
  const candidates = await gatherCandidates(ctx.db, filters, { looked: readPerSearch, enough });
  const best = rankNearFirst(viewer, candidates, ctx.now).slice(0, enough);
  const beyond = new Map(best.map((candidate) => [candidate.member_id, candidate.beyond]));
  const cards = (await loadCards(ctx, [...beyond.keys()], viewer)).slice(0, signupMatchesShown);
  return cards.map((card) => ({ ...card, beyond: beyond.get(card.id) ?? false }));
}
