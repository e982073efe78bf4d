import { signupMatchesShown } from "#contract/members.ts";
import type { RankedCard } from "#contract/profiles.ts";
import { ageAt } from "#server/ages.ts";
import {
  isBeyond,
  loadCards,
  loadViewer,
  type ViewContext,
  wantedAges,
  yearsBeyond,
} from "#server/features/profiles/index.ts";
import { findPage } from "./find-page.ts";
import { toFilter } from "./rules.ts";
import { findCandidates } from "./store.ts";

/** More than are shown, because visibility may hide some from this viewer. */
const enough = signupMatchesShown * 2;
/** Members outside of the wanted ages come by steps of so many years, near before far within a step. */
const ageStep = 10;

/**
 * They fit both ways and show a photo; if no one who fits has one, they have none. The order is "for you" (D3.7): first
 * those of the wanted ages, then others until there are enough. People come before programs. Those beyond a stated wish
 * come after the others. If none is stated, so do those outside of the default ages, or too far away to show a
 * distance; the closest in age come first.
 */
export async function findSignupMatches(ctx: ViewContext): Promise<RankedCard[]> {
  const viewer = await loadViewer(ctx);
  if (!viewer) return [];
  const ages = wantedAges(viewer, ageAt(viewer.date_of_birth, ctx.now));
  const ids = new Set<string>();
  const ofAge = { min_age: ages.min, max_age: ages.max };
  for (const wish of [{ photo: "1", ...ofAge }, { photo: "1" }, ofAge, {}] as const) {
    const isEnough = "photo" in wish ? ids.size >= enough : ids.size > 0;
    if (isEnough) break;
    const filter = toFilter(wish, ctx.site.id, viewer, ctx.now);
    const { rows } = await findPage(ctx.db, filter, { viewer, limit: enough });
    for (const { member_id } of rows) ids.add(member_id);
  }
  const candidates = await findCandidates(ctx.db, [...ids]);
  const facts = new Map(candidates.map((candidate) => [candidate.member_id, candidate]));
  const isProgram = (id: string) => Boolean(facts.get(id)?.automatic || facts.get(id)?.fictional);
  const ageStepOf = (id: string) => {
    const candidate = facts.get(id);
    return candidate === undefined
      ? 0
      : Math.ceil(yearsBeyond(ageAt(candidate.date_of_birth, ctx.now), ages) / ageStep);
  };
  const isBeyondWishes = (id: string) => {
    const candidate = facts.get(id);
    return candidate !== undefined && isBeyond(viewer, candidate, ctx.now);
  };
  const { prefers_distance: kilometres } = viewer;
  const cards = (await loadCards(ctx, [...ids], viewer)).map((card) => {
    const isTooFar = kilometres === null && card.distance === "further";
    return { ...card, beyond: isBeyondWishes(card.id) || ageStepOf(card.id) > 0 || isTooFar };
  });
  // the sort is stable, so each group keeps the order "for you"
  return cards
    .toSorted(
      (a, b) =>
        Number(isProgram(a.id)) - Number(isProgram(b.id)) ||
        Number(a.beyond) - Number(b.beyond) ||
        ageStepOf(a.id) - ageStepOf(b.id),
    )
    .slice(0, signupMatchesShown);
}
