import { anywhere } from "#contract/match-finder.ts";
import type { SearchQuery } from "#contract/members.ts";
import { type Deck, deckSize } from "#contract/swipe.ts";
import { ageAt } from "#server/ages.ts";
import { loadDeckCards, loadViewer, type ViewerProfile, wantedAges } from "#server/features/profiles/index.ts";
import { timeZoneOf } from "#server/http/cookies.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { toFilter } from "../rules.ts";
import { findDeck } from "./deck-store.ts";
import { likesAt } from "./rules.ts";
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
 * never widens silently: if it is empty, `beyond` says whether wider preferences would help, `left_out` whether others
 * are within them whose own preferences leave the viewer out.
 */
export async function showDeck(ctx: MemberContext): Promise<Deck> {
  const [viewer, { undoable, ...spent }] = await Promise.all([
    loadViewer(ctx),
    findSwipeState(ctx.db, ctx.viewer.memberId),
  ]);
  const likes = likesAt(spent, ctx.now, timeZoneOf(ctx));
  if (!viewer) return { members: [], likes, undoable, beyond: false, left_out: false };
  const filterOf = (query: SearchQuery) => toFilter({ ...query, people: "1" }, ctx.site.id, viewer, ctx.now);
  const filter = filterOf(preferencesQuery(viewer, ctx.now));
  const ids = await findDeck(ctx.db, filter, viewer, { limit: deckSize });
  const members = await loadDeckCards(ctx, ids, viewer);
  const isEmpty = ids.length === 0;
  const beyond = isEmpty && (await findDeck(ctx.db, filterOf({}), viewer, { limit: 1 })).length > 0;
  const leftOut = isEmpty && (await findDeck(ctx.db, filter, viewer, { limit: 1, side: "left_out" })).length > 0;
  return { members, likes, undoable, beyond, left_out: leftOut };
}
