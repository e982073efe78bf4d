import * as matchFinder from "#contract/match-finder.ts";
import * as contract from "#contract/members.ts";
import { explicitInterests, interests } from "#contract/profiles.ts";
import * as swipe from "#contract/swipe.ts";
import { loadChatPart } from "#server/features/chat/index.ts";
import { recordVisit } from "#server/features/likes/index.ts";
import { loadIntroduction, loadProfile } from "#server/features/profiles/index.ts";
import { siteForVisitor, visitorsSee } from "#server/features/sites/index.ts";
import { assertAgeAssured } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { isFromOwnPage } from "#server/http/origin.ts";
import { loadMemberPage } from "#server/member-page.ts";
import { countRoughly } from "./count-roughly.ts";
import { findSignupMatches } from "./find-signup-matches.ts";
import { limitCards, limitIntroductions, limitProfiles } from "./limit-profiles.ts";
import { findBestMembers } from "./match-finder/find-best-members.ts";
import { savePreferences, showPreferences } from "./match-finder/save-preferences.ts";
import { searchMembers } from "./search-members.ts";
import { showDeck } from "./swipe/show-deck.ts";
import { swipeMember, undoSwipe } from "./swipe/swipe-member.ts";

export const searchRoutes: Handler[] = [
  handle(contract.searchMembers, (ctx, { query }) => searchMembers(ctx, query)),
  handle(contract.getMember, async (ctx, { query }) => {
    if (query.id !== ctx.viewer.memberId) await assertAgeAssured(ctx.db, ctx.site, ctx.viewer.memberId);
    const profile = await loadProfile(ctx, query.id, { asFree: query.as === "free" });
    await limitProfiles(ctx, profile.id);
    // a page elsewhere must not learn who reads it, by a link or a redirect to a member's page
    if (isFromOwnPage(ctx.request)) await recordVisit(ctx, profile.id);
    return { profile, ...(await loadMemberPage(ctx.services.memberPage, ctx, profile.id)) };
  }),
  handle(contract.getSignupMatches, async (ctx) => ({ members: await findSignupMatches(ctx) })),
  handle(contract.getCard, async (ctx, { query }) => {
    const visitors = visitorsSee(ctx.site.settings, ctx.request);
    if (!ctx.viewer && visitors === "none") throw fail("authentication_required");
    const site = ctx.viewer ? ctx.site : siteForVisitor(ctx.site, ctx.request);
    const introduction = await loadIntroduction({ ...ctx, site }, query.id, { visitorsSeeAll: visitors === "all" });
    if (ctx.viewer) await limitIntroductions({ ...ctx, viewer: ctx.viewer }, query.id);
    else await limitCards(ctx, [query.id]);
    const writing = ctx.viewer && (await loadChatPart({ ...ctx, viewer: ctx.viewer }, query.id)).writing;
    return { ...introduction, writing };
  }),
  handle(contract.getMemberCounts, async (ctx, { query: { country } }) => {
    if (!ctx.viewer && visitorsSee(ctx.site.settings, ctx.request) === "none") throw fail("authentication_required");
    return await countRoughly(ctx, country);
  }),
  handle(contract.getInterests, async ({ viewer, language, services }) => {
    const codes = viewer ? interests : interests.filter((code) => !explicitInterests.includes(code));
    return {
      interests: codes.map((code) => ({ code, name: services.texts.t(language, `profiles:interest.${code}`) })),
    };
  }),
  handle(matchFinder.getPreferences, showPreferences),
  handle(matchFinder.savePreferences, async (ctx, { body }) => {
    await savePreferences(ctx, body);
    return await showPreferences(ctx);
  }),
  handle(matchFinder.findBestMembers, (ctx) => findBestMembers(ctx)),
  handle(swipe.getDeck, (ctx) => showDeck(ctx)),
  handle(swipe.swipeMember, (ctx, { body }) => swipeMember(ctx, body)),
  handle(swipe.undoSwipe, (ctx, { body }) => undoSwipe(ctx, body)),
];
