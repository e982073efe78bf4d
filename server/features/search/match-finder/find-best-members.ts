import type { z } from "zod";
import { searchRanked } from "#contract/constants.ts";
import { bestMembersShown, type findBestMembers as findCall } from "#contract/match-finder.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import {
  loadCards,
  loadViewer,
  matchReasons,
  matchSearches,
  type ViewContext,
  type ViewerProfile,
} from "#server/features/profiles/index.ts";
import { countFitting } from "../count.ts";
import { type Candidate, rankByMatch } from "../rank.ts";
import { type Filter, toFilter } from "../rules.ts";
import { findCandidates, findRecent } from "../store.ts";
import { queryOf, type Wider, widerSearches } from "./wider-searches.ts";

/** More than are shown, because visibility may hide some of them from this viewer. */
const enough = bestMembersShown * 2;

type Found = z.input<typeof findCall.answer>;

/**
 * Finds them with the reasons, among the most recently active who fit both ways. Members within the wanted ages and
 * distance come first; others follow until there are enough. Never a fictional profile or a program (D11.1, R11.06).
 */
export async function findBestMembers(ctx: ViewContext): Promise<Found> {
  const viewer = await loadViewer(ctx);
  if (!viewer) return { members: [], wider: [] };
  const ranked = await rankMembers(ctx, viewer);
  const best = new Map(ranked.slice(0, enough).map((member) => [member.member_id, member]));
  const cards = await loadCards(ctx, [...best.keys()], viewer);
  const { visible_profile_fields: visible } = ctx.site.settings;
  const members = cards.slice(0, bestMembersShown).flatMap((card) => {
    const member = best.get(card.id);
    return member ? [{ ...card, beyond: member.beyond, reasons: matchReasons(viewer, member, ctx.now, visible) }] : [];
  });
  const anyWithin = members.some((member) => !member.beyond);
  return { members, wider: anyWithin ? [] : await findWider(ctx, viewer) };
}

/** Finds who joined within a week and meets all preferences, the best first. Without ages the default span applies. */
export async function findBestNewMembers(ctx: ViewContext): Promise<Card[]> {
  const viewer = await loadViewer(ctx);
  if (!viewer) return [];
  const ranked = (
    await rankMembers(ctx, viewer, (query) => (query.min_age === undefined ? [] : [{ ...query, new: "1" as const }]))
  )
    .filter(({ beyond }) => !beyond)
    .slice(0, enough);
  const cards = await loadCards(
    ctx,
    ranked.map(({ member_id }) => member_id),
    viewer,
  );
  return cards.filter(({ liked }) => !liked);
}

/** Ranks the most recently active people who fit both ways, the best first. */
async function rankMembers(ctx: ViewContext, viewer: ViewerProfile, narrow = (query: SearchQuery) => [query]) {
  const queries = matchSearches(viewer, ctx.now).flatMap(narrow);
  const searches = queries.map((query) => toFilter({ ...query, people: "1" }, ctx.site.id, viewer, ctx.now));
  const candidates = await gatherCandidates(ctx.db, searches);
  return rankByMatch(viewer, candidates, ctx.now);
}

/** The smallest step of each preference that finds a member, or a step of both together if neither does alone. */
async function findWider(ctx: ViewContext, viewer: ViewerProfile): Promise<Found["wider"]> {
  const { alone, together } = widerSearches(viewer);
  const widened = await Promise.all(alone.map((steps) => firstThatFinds(ctx, viewer, steps)));
  const wider = widened.flatMap((step) => step ?? []);
  if (wider.length > 0 || !together) return wider;
  const both = await firstThatFinds(ctx, viewer, [together]);
  return both ? [both] : [];
}

async function firstThatFinds(ctx: ViewContext, viewer: ViewerProfile, steps: readonly Wider[]) {
  for (const step of steps) {
    const total = await countFitting(ctx, { ...queryOf(viewer, step), people: "1" }, viewer);
    if (total.count > 0) return { ...step, total };
  }
  return null;
}

/** Reads the last active of these searches, each wider than the one before, until they found enough members. */
async function gatherCandidates(db: Db, searches: readonly Filter[]): Promise<Candidate[]> {
  const ids = new Set<string>();
  for (const filter of searches) {
    if (ids.size >= enough) break;
    for (const id of await findRecent(db, filter, searchRanked)) ids.add(id);
  }
  return await findCandidates(db, [...ids]);
}
