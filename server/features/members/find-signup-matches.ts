import { signupMatchesShown } from "#contract/members.ts";
import type { RankedCard } from "#contract/profiles.ts";
import { loadCards, loadViewer, type ViewContext } from "#server/features/profiles/index.ts";
import { gatherCandidates } from "./gather-candidates.ts";
import { rankByMatch, signupSearches, toFilter } from "./rules.ts";

/** So many who were here last are looked at for each search. */
const looked = 300;
/** Some of those found may be hidden from this viewer. */
const enough = signupMatchesShown * 2;

/**
 * The members whom a new one meets first (D3.7): who fit both ways and show a photo, in the order of the
 * percentage beside them, after all others who is beyond what was asked for. Searched nearby first, then in the country, then anywhere, until there are enough; fictional profiles only fill what is left.
 */
export async function findSignupMatches(look: ViewContext): Promise<RankedCard[]> {
  const viewer = await loadViewer(look);
  if (!viewer) return [];
  const searches = signupSearches(viewer, look.now).map((query) =>
    toFilter({ ...query, photo: "1" }, look.site.id, viewer, look.now),
  );
  const members = searches.map((filter) => ({ ...filter, withoutFictional: true }));
  const filters = viewer.hides_fictional ? members : [...members, ...searches];
  const found = await gatherCandidates(look.db, filters, { looked, enough });
  const best = rankByMatch(viewer, found, look.now).slice(0, enough);
  const beyond = new Map(best.map((candidate) => [candidate.member_id, candidate.beyond]));
  const cards = (await loadCards(look, [...beyond.keys()], viewer)).slice(0, signupMatchesShown);
  return cards.map((card) => ({ ...card, beyond: beyond.get(card.id) ?? false }));
}
