import { signupMatchesShown } from "#contract/members.ts";
import type { RankedCard } from "#contract/profiles.ts";
import { ageAt } from "#server/ages.ts";
import { isBeyond, loadCards, loadViewer, type ViewContext, wantedAges } from "#server/features/profiles/index.ts";
import { findPage } from "./find-page.ts";
import { toFilter } from "./rules.ts";
import { findCandidates } from "./store.ts";

/** More than are shown, because visibility may hide some from this viewer. */
const enough = signupMatchesShown * 2;

/**
 * They fit both ways and show a photo, in the order "for you" (D3.7); first those of the wanted ages, then others until
 * there are enough. People come before programs, and those beyond a stated wish, or too far away to show a distance if
 * none is stated, after the others.
 */
export async function findSignupMatches(ctx: ViewContext): Promise<RankedCard[]> {
  const viewer = await loadViewer(ctx);
  if (!viewer) return [];
  const { min, max } = wantedAges(viewer, ageAt(viewer.date_of_birth, ctx.now));
  const ids = new Set<string>();
  for (const ages of [{ min_age: min, max_age: max }, {}]) {
    if (ids.size >= enough) break;
    const filter = toFilter({ photo: "1", ...ages }, ctx.site.id, viewer, ctx.now);
    const { rows } = await findPage(ctx.db, filter, { viewer, now: ctx.now, limit: enough });
    for (const { member_id } of rows) ids.add(member_id);
  }
  const candidates = await findCandidates(ctx.db, [...ids]);
  const facts = new Map(candidates.map((candidate) => [candidate.member_id, candidate]));
  const isProgram = (id: string) => Boolean(facts.get(id)?.automatic || facts.get(id)?.fictional);
  const isBeyondWishes = (id: string) => {
    const candidate = facts.get(id);
    return candidate !== undefined && isBeyond(viewer, candidate, ctx.now);
  };
  const { prefers_distance: kilometres } = viewer;
  const cards = (await loadCards(ctx, [...ids], viewer)).map((card) => {
    return { ...card, beyond: isBeyondWishes(card.id) || (kilometres === null && card.distance === "further") };
  });
  // the sort is stable, so each group keeps the order "for you"
  return cards
    .toSorted((a, b) => Number(isProgram(a.id)) - Number(isProgram(b.id)) || Number(a.beyond) - Number(b.beyond))
    .slice(0, signupMatchesShown);
}
