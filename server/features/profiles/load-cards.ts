import type { AnswerOf } from "#contract/call.ts";
import type { Language } from "#contract/constants.ts";
import type { getCard } from "#contract/members.ts";
import type { Card, Profile } from "#contract/profiles.ts";
import type { DeckCard } from "#contract/swipe.ts";
import type { Db } from "#server/db/pool.ts";
import { assertVisible, mayBeShown, maySeeMembers } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import { createReadCache } from "#server/lib/timed-cache.ts";
import type { Site } from "#server/site.ts";
import {
  findCardText,
  findDeciding,
  findDetails,
  findPhotosOf,
  findProfiles,
  findViewer,
  type ViewerProfile,
} from "./profiles-store.ts";
import { findQuestions } from "./questions/questions-store.ts";
import { type QuestionWords, toQuestions } from "./questions/rules.ts";
import { beginningOf, toCard, toDeckCard, toProfile, visitorsInterests } from "./rules.ts";

export type ViewContext = {
  db: Db;
  site: Site;
  viewer: { memberId: string } | null;
  language: Language;
  now: Date;
};

export async function loadViewer(ctx: ViewContext): Promise<ViewerProfile | null> {
  return ctx.viewer ? await findViewer(ctx.db, ctx.viewer.memberId) : null;
}

/** The cards of the members among `ids` that this viewer may see, in that order, each once: fetch, rules, build. */
export async function loadCards(
  ctx: ViewContext,
  ids: readonly string[],
  viewer?: ViewerProfile | null,
): Promise<Card[]> {
  if (ids.length === 0) return [];
  const { cardContext, rows } = await fetchRows(ctx, ids, viewer);
  const visible = rows.filter((row) => mayBeShown(row, ctx.site.id, ctx.viewer?.memberId ?? null));
  return visible.map((row) => toCard(row, cardContext));
}

/** The same for the swipe game, with what decides, which a site may show only after a proof of age. */
export async function loadDeckCards(
  ctx: ViewContext,
  ids: readonly string[],
  viewer?: ViewerProfile | null,
): Promise<DeckCard[]> {
  if (ids.length === 0) return [];
  const [cards, rows, mayRead] = await Promise.all([
    loadCards(ctx, ids, viewer),
    findDeciding(ctx.db, ids),
    maySeeMembers(ctx.db, ctx.site, ctx.viewer),
  ]);
  const byId = new Map(rows.map((row) => [row.member_id, row]));
  return cards.map((card) => toDeckCard(card, mayRead ? byId.get(card.id) : undefined, ctx.site.settings));
}

export async function loadCard(ctx: ViewContext, id: string, options: { namesBlock?: boolean } = {}): Promise<Card> {
  const { cardContext, rows } = await fetchRows(ctx, [id]);
  return toCard(assertVisible(rows[0], ctx.site.id, ctx.viewer?.memberId ?? null, options), cardContext);
}

/** The interests that visitors may read, named in their language: so their page needs no list of all names. */
const interestNames = ({ services, language }: QuestionWords, codes: readonly string[]) =>
  visitorsInterests(codes as Profile["interests"]).map((code) =>
    services.texts.t(language, `profiles:interest.${code}`),
  );

type Introduction = Omit<AnswerOf<typeof getCard>, "writing">;

/**
 * For a landing page or signup link, with whether a visitor's signup may begin with a message. Visitors get the text if
 * the site shows them everything, questions and interests if the member lets them (R11.07). All of this only after a
 * proof of age on a site that asks for it. Members have questions and interests on the profile.
 */
export async function loadIntroduction(
  ctx: ViewContext & QuestionWords,
  id: string,
  { visitorsSeeAll }: { visitorsSeeAll: boolean },
): Promise<Introduction> {
  const { visible_profile_fields: fields } = ctx.site.settings;
  const [member, introduction, mayRead] = await Promise.all([
    loadCard(ctx, id),
    findCardText(ctx.db, id),
    maySeeMembers(ctx.db, ctx.site, ctx.viewer),
  ]);
  if (!introduction) throw fail("profile_not_found");
  const showsAbout = mayRead && fields.includes("about_me") && (ctx.viewer !== null || visitorsSeeAll);
  const showsMore = mayRead && ctx.viewer === null && introduction.visitors_see_more;
  return {
    member,
    about: showsAbout ? beginningOf(introduction.about_me) : "",
    questions: showsMore && fields.includes("questions") ? toQuestions(ctx, introduction.questions) : [],
    interests: showsMore && fields.includes("interests") ? interestNames(ctx, introduction.interests) : [],
    takes_first_message: ctx.viewer !== null || !introduction.limits_writers,
  };
}

/** `asFree`: a member's own profile with the photos as a free member sees them. */
export async function loadProfile(
  ctx: ViewContext & QuestionWords,
  id: string,
  { asFree = false } = {},
): Promise<Profile> {
  const viewerId = ctx.viewer?.memberId ?? null;
  const isPreview = asFree && viewerId === id;
  const [{ cardContext, rows }, details, photos] = await Promise.all([
    fetchRows(ctx, [id]),
    findDetails(ctx.db, id, viewerId),
    findPhotosOf(ctx.db, id, { forOwner: viewerId === id && !isPreview }),
  ]);
  const row = assertVisible(rows[0], ctx.site.id, viewerId, { namesBlock: true });
  if (!details) throw fail("profile_not_found");
  const questions = toQuestions(ctx, details.questions);
  return toProfile(row, { ...details, questions, photos }, { ...cardContext, asFree: isPreview }, ctx.site.settings);
}

/** The questions that a first message to a member can answer. The caller has checked that the viewer may see them. */
export async function loadQuestions(ctx: ViewContext & QuestionWords, id: string): Promise<Profile["questions"]> {
  if (!ctx.site.settings.visible_profile_fields.includes("questions")) return [];
  return toQuestions(ctx, await findQuestions(ctx.db, id));
}

/** The rows of members in the order of `ids`, which no rule has seen. */
async function fetchRows(ctx: ViewContext, ids: readonly string[], loadedViewer?: ViewerProfile | null) {
  const [viewer, rows, ageProved] = await Promise.all([
    loadedViewer === undefined ? loadViewer(ctx) : loadedViewer,
    findProfiles(ctx.db, ids, ctx.viewer?.memberId ?? null, ctx.language),
    maySeeMembers(ctx.db, ctx.site, ctx.viewer),
  ]);
  const byId = new Map(rows.map((row) => [row.member_id, row]));
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const { photoUrl, settings } = ctx.site;
  return { rows: ordered, cardContext: { viewer, now: ctx.now, photoUrl, locks: settings, ageProved } };
}

/** Profiles are cached as long as sessions: pages of a search, and counts while a user filters, come within seconds. */
const viewers = createReadCache<ViewerProfile | null>({ max: 10_000, ttlMs: 5_000 });

/** Caches it for five seconds. Another process's change shows then, this one's at once (`invalidateViewer`). */
export async function loadCachedViewer(ctx: ViewContext): Promise<ViewerProfile | null> {
  return ctx.viewer ? await viewers.get(ctx.viewer.memberId, ctx.now, () => loadViewer(ctx)) : null;
}

/** Call this after committing a change of a member's profile or of their blocks. */
export function invalidateViewer(memberId: string): void {
  viewers.delete(memberId);
}
