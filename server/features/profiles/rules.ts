import { type Card, explicitInterests, type Profile } from "#contract/profiles.ts";
import { ageAt } from "#server/features/account/rules.ts";
import { showPhoto } from "#server/features/photos/rules.ts";
import { roundDistance } from "#server/features/places/rules.ts";
import type { Details, ProfileRow, ViewerProfile } from "./store.ts";

const onlineMs = 5 * 60_000;

/** Who looks: null for a visitor. */
export type Onlooker = { viewer: ViewerProfile | null; now: Date; prefix: string };

/** Whether a member may be shown to this viewer at all: findable, of the viewer's site, not a hidden fictional one. */
export function mayBeShown(row: ProfileRow, siteId: number, viewer: ViewerProfile | null): boolean {
  if (row.site_id !== siteId) return false;
  if (row.member_id === viewer?.member_id) return true;
  return row.listed && !(row.fictional && viewer?.hides_fictional === true);
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres between two places on a sphere. */
export function kilometresBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(half)));
}

function distanceOf(row: ProfileRow, viewer: ViewerProfile | null): Card["distance"] {
  if (!viewer || row.member_id === viewer.member_id) return null;
  const { latitude, longitude } = row;
  if (latitude === null || longitude === null || viewer.latitude === null || viewer.longitude === null) return null;
  const here = { latitude: viewer.latitude, longitude: viewer.longitude };
  return roundDistance(kilometresBetween(here, { latitude, longitude })).upTo ?? "further";
}

/** A member as lists show them: the only place that makes a card, so the label can't be forgotten (D11.1). */
export function toCard(row: ProfileRow, { viewer, now, prefix }: Onlooker): Card {
  const own = row.member_id === viewer?.member_id;
  const photo =
    row.photo_id !== null &&
    row.photo_status !== null &&
    row.photo_width !== null &&
    row.photo_height !== null &&
    row.photo_thumbhash !== null &&
    (row.photo_status === "active" || own)
      ? {
          id: row.photo_id,
          status: row.photo_status,
          width: row.photo_width,
          height: row.photo_height,
          thumbhash: row.photo_thumbhash,
        }
      : null;
  return {
    id: row.member_id,
    name: row.name,
    age: ageAt(row.date_of_birth, now),
    gender: row.gender as Card["gender"],
    country: row.country,
    region: row.region,
    region_name: row.region_name,
    city: row.city_name,
    distance: distanceOf(row, viewer),
    online: !row.fictional && now.getTime() - row.last_active_at.getTime() < onlineMs,
    premium: row.premium,
    fictional: row.fictional,
    main_image: photo ? showPhoto(photo, { blurred: false, prefix }) : null,
    liked: row.liked,
    match: row.match,
  };
}

type Photos = readonly { id: string; status: string; width: number; height: number; thumbhash: string }[];
type Page = Details & { photos: Photos };

/** A member's page: what the site shows of the fields, and no explicit interests to a visitor (D4.2). */
export function toProfile(row: ProfileRow, page: Page, onlooker: Onlooker, visibleFields: readonly string[]): Profile {
  const visible = <T>(field: string, value: T): T | null => (visibleFields.includes(field) ? value : null);
  const interests = visible("interests", page.interests as Profile["interests"]) ?? [];
  return {
    ...toCard(row, onlooker),
    sexuality: page.sexuality as Profile["sexuality"],
    hair_color: visible("hair_color", page.hair_color as Profile["hair_color"]),
    eye_color: visible("eye_color", page.eye_color as Profile["eye_color"]),
    body_type: visible("body_type", page.body_type as Profile["body_type"]),
    relationship_status: visible("relationship_status", page.relationship_status as Profile["relationship_status"]),
    tattoos: visible("tattoos", page.tattoos as Profile["tattoos"]),
    interests: onlooker.viewer ? interests : interests.filter((code) => !explicitInterests.includes(code)),
    about_me: visible("about_me", page.about_me) ?? "",
    photos: page.photos.map((photo) => showPhoto(photo, { blurred: false, prefix: onlooker.prefix })),
    last_active: row.fictional ? null : row.last_active_at.toISOString().slice(0, 10),
    likes_you: page.likes_you,
  };
}
