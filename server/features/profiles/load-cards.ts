import type { Language } from "#contract/constants.ts";
import type { Card, Profile } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/platform.ts";
import { mayBeShown, toCard, toProfile } from "./rules.ts";
import { findDetails, findPhotosOf, findProfiles, findViewer, type ViewerProfile } from "./store.ts";

export type { ViewerProfile };

/** The part of a request that decides what is seen. */
export type Looking = {
  db: Db;
  site: Site;
  viewer: { memberId: string } | null;
  language: Language;
  now: Date;
};

/** The viewer's own profile, null for a visitor. */
export async function loadViewer(look: Looking): Promise<ViewerProfile | null> {
  return look.viewer ? await findViewer(look.db, look.viewer.memberId) : null;
}

/** The cards of those members that this viewer may see, in the order of `ids` (rule 5: ids, fetch, rules, show). */
export async function loadCards(look: Looking, ids: readonly string[], viewer?: ViewerProfile | null): Promise<Card[]> {
  if (ids.length === 0) return [];
  const [onlooker, rows] = await Promise.all([
    viewer === undefined ? loadViewer(look) : viewer,
    findProfiles(look.db, ids, look.viewer?.memberId ?? null, look.language),
  ]);
  const byId = new Map(rows.map((row) => [row.member_id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row || !mayBeShown(row, look.site.id, onlooker)) return [];
    return [toCard(row, { viewer: onlooker, now: look.now, prefix: look.site.settings.cdn_prefix })];
  });
}

/** A member's page as this viewer may see it, or null. */
export async function loadProfile(look: Looking, id: string): Promise<Profile | null> {
  const viewerId = look.viewer?.memberId ?? null;
  const [viewer, [row], details, photos] = await Promise.all([
    loadViewer(look),
    findProfiles(look.db, [id], viewerId, look.language),
    findDetails(look.db, id, viewerId),
    findPhotosOf(look.db, id, viewerId === id),
  ]);
  if (!row || !details || !mayBeShown(row, look.site.id, viewer)) return null;
  const onlooker = { viewer, now: look.now, prefix: look.site.settings.cdn_prefix };
  return toProfile(row, { ...details, photos }, onlooker, look.site.settings.visible_profile_fields);
}
