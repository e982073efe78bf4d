import type { Language } from "#contract/constants.ts";
import type { Card, Profile } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import { assertVisible, mayBeShown } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Site } from "#server/site.ts";
import { withNotes } from "./notes.ts";
import { beginningOf, toCard, toProfile } from "./rules.ts";
import { findAbout, findDetails, findPhotosOf, findProfiles, findViewer, type ViewerProfile } from "./store.ts";

export type { ViewerProfile };

/** The part of a request that decides what is seen. */
export type ViewContext = {
  db: Db;
  site: Site;
  viewer: { memberId: string } | null;
  language: Language;
  now: Date;
};

/** The viewer's own profile, null for a visitor. */
export async function loadViewer(look: ViewContext): Promise<ViewerProfile | null> {
  return look.viewer ? await findViewer(look.db, look.viewer.memberId) : null;
}

/** The cards of those members that this viewer may see, in the order of `ids` (rule 5: ids, fetch, rules, show). */
export async function loadCards(
  look: ViewContext,
  ids: readonly string[],
  viewer?: ViewerProfile | null,
): Promise<Card[]> {
  if (ids.length === 0) return [];
  const { cardContext, rows } = await fetchRows(look, ids, viewer);
  const byId = new Map(rows.map((row) => [row.member_id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row && mayBeShown(row, look.site.id, cardContext.viewer?.member_id ?? null)
      ? [toCard(row, cardContext)]
      : [];
  });
}

/** A member's card. Throws `profile_not_found`, `blocked`, `blocked_by_you` where the viewer may not see them. */
export async function loadCard(look: ViewContext, id: string): Promise<Card> {
  const { cardContext, rows } = await fetchRows(look, [id]);
  return toCard(assertVisible(rows[0], look.site.id, look.viewer?.memberId ?? null), cardContext);
}

/**
 * A member's card and, for members and where the site shows visitors everything, how what they say of themselves begins:
 * for who came because of that member. Throws what `loadCard` throws.
 */
export async function loadIntroduction(
  look: ViewContext,
  id: string,
  visitorsSeeAll: boolean,
): Promise<{ member: Card; about: string }> {
  const shown = look.site.settings.visible_profile_fields.includes("about_me") && (look.viewer || visitorsSeeAll);
  const [member, words] = await Promise.all([loadCard(look, id), shown ? findAbout(look.db, id) : ""]);
  return { member, about: beginningOf(words) };
}

/** A member's page as this viewer may see it. Throws what `loadCard` throws. */
export async function loadProfile(look: ViewContext, id: string): Promise<Profile> {
  const viewerId = look.viewer?.memberId ?? null;
  const [{ cardContext, rows }, details, photos] = await Promise.all([
    fetchRows(look, [id]),
    findDetails(look.db, id, viewerId),
    findPhotosOf(look.db, id, viewerId === id),
  ]);
  const row = assertVisible(rows[0], look.site.id, viewerId);
  if (!details) throw fail("profile_not_found");
  const { visible_profile_fields: fields, visible_profile_notes: notes } = look.site.settings;
  return withNotes(toProfile(row, { ...details, photos }, cardContext, fields), notes);
}

async function fetchRows(look: ViewContext, ids: readonly string[], known?: ViewerProfile | null) {
  const [viewer, rows] = await Promise.all([
    known === undefined ? loadViewer(look) : known,
    findProfiles(look.db, ids, look.viewer?.memberId ?? null, look.language),
  ]);
  const { settings } = look.site;
  return { rows, cardContext: { viewer, now: look.now, prefix: settings.cdn_prefix, locks: settings } };
}
