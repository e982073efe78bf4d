import { anywhere } from "#contract/match-finder.ts";
import type { SearchQuery } from "#contract/members.ts";
import { type Deck, deckSize } from "#contract/swipe.ts";
import { ageAt } from "#server/ages.ts";
import { loadDeckCards, loadViewer, type ViewerProfile, wantedAges } from "#server/features/profiles/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { toFilter } from "../rules.ts";
import { findDeck } from "./deck-store.ts";
import { likesAt, timeZoneOf } from "./rules.ts";
import { findSwipeState } from "./swipes-store.ts";

/**
 * The search query of the viewer's preferences: the ages with which their search begins too, and the distance that they
 * gave in the match finder. `anywhere` sets no distance.
 */
function preferencesQuery(viewer: ViewerProfile, now: Date): SearchQuery {
  const { min, max } = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const { prefers_distance: distance } = viewer;
  return {
    min_age: min,
    max_age: max,
    distance: distance === null || distance >= anywhere ? undefined : distance,
  };
}

/**
 * Shows members within the viewer's preferences who also look for someone like the viewer, and no programs (R11.06). It
 * never widens silently: if it is empty, `beyond` says whether wider preferences would help.
 */
export async function showDeck(ctx: MemberContext): Promise<Deck> {
  const [viewer, { undoable, ...spent }] = await Promise.all([
    loadViewer(ctx),
    findSwipeState(ctx.db, ctx.viewer.memberId),
  ]);
  const likes = likesAt(spent, ctx.now, timeZoneOf(ctx));
  if (!viewer) return { members: [], likes, undoable, beyond: false };
  const filterOf = (query: SearchQuery) => toFilter({ ...query, people: "1" }, ctx.site.id, viewer, ctx.now);
  const filter = filterOf(preferencesQuery(viewer, ctx.now));
  const ids = await findDeck(ctx.db, filter, viewer, deckSize);
  const members = await loadDeckCards(ctx, ids, viewer);
  const beyond = ids.length === 0 && (await findDeck(ctx.db, filterOf({}), viewer, 1)).length > 0;
  return { members, likes, undoable, beyond };
}
