import { newDays, onlineMinutes } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { type Card, explicitInterests, type Image, type MainImage, type Profile } from "#contract/profiles.ts";
import type { DeckCard } from "#contract/swipe.ts";
import { ageAt } from "#server/ages.ts";
import { shownDistance } from "#server/features/sites/index.ts";
import type { Visible } from "#server/features/visibility/index.ts";
import type { SiteSettings } from "#server/site-settings.ts";
import { lookForEachOther, matchReasons, shownPercentage } from "./matching/rules.ts";
import { type PhotoContext, type PhotoPlace, type PhotoToShow, showPhotoTo } from "./photos/rules.ts";
import type { DecidingRow, Details, ProfileRow, ViewerProfile } from "./profiles-store.ts";
import { showSound } from "./voice/rules.ts";

/** Fictional profiles are neither online nor new; a member whose answers a program writes is never online. */
export const onlineSince = (now: Date) => new Date(now.getTime() - onlineMinutes * 60_000);

/** `last_active_at` of a member with a visible page is ahead: until then they count as active, unless they leave. */
export const activeUntil = (now: Date) => new Date(now.getTime() + 10 * minuteMs);
/** A later `last_active_at` was written before the clock was set back. */
export const mostActiveUntil = (now: Date) => new Date(activeUntil(now).getTime() + minuteMs);

/** When a member was last active: now, as long as they have a visible page. */
export const lastActive = (lastActiveAt: Date, now: Date) => (lastActiveAt < now ? lastActiveAt : now);

const isOnline = (lastActiveAt: Date, now: Date) =>
  lastActiveAt > onlineSince(now) && lastActiveAt < mostActiveUntil(now);

export const newSince = (now: Date) => new Date(now.getTime() - newDays * dayMs);

/** Whether a human writes as this member. Only of those members the site says when they are online. */
const isPerson = ({ fictional, automatic }: Pick<ProfileRow, "fictional" | "automatic">) => !fictional && !automatic;

/** What a card depends on besides the member's data; `viewer` is null for a visitor. */
export type CardContext = PhotoContext & {
  viewer: ViewerProfile | null;
  now: Date;
  /** Shows the photos as to a free member. */
  asFree?: boolean;
};

const freeMember = { memberId: "", premium: false };

function photoFor(photo: PhotoToShow & PhotoPlace, { viewer, asFree, ...context }: CardContext): Image {
  const seenBy = asFree ? freeMember : viewer && { memberId: viewer.member_id, premium: viewer.premium };
  return showPhotoTo(seenBy, photo, context);
}

/** The specification's `match` is the path of the picture for the like and match dialogs (R3.02). */
const asMainImage = (image: Image): MainImage => ({ ...image, match: image.card_filename });

function mainPhotoOf(row: ProfileRow): (PhotoToShow & PhotoPlace) | null {
  const { photo_id: id, photo_status: status, photo_width: width, photo_height: height } = row;
  const { photo_thumbhash: thumbhash, photo_edition: edition, photo_caption: caption } = row;
  if (id === null || status === null || width === null || height === null || thumbhash === null) return null;
  const place = { memberId: row.member_id, premium: row.premium, main: true, rank: 0 };
  return { id, status, width, height, thumbhash, edition: edition ?? "", caption: caption ?? "", ...place };
}

/** Only this function builds cards: no label is forgotten. Visitors don't learn who is online or has paid. */
export function toCard(row: Visible<ProfileRow>, cardContext: CardContext): Card {
  const { viewer, now } = cardContext;
  const isOwn = row.member_id === viewer?.member_id;
  const otherViewer = isOwn ? null : viewer;
  const mainPhoto = mainPhotoOf(row);
  const photo = mainPhoto && (mainPhoto.status === "active" || isOwn) ? mainPhoto : null;
  return {
    id: row.member_id,
    name: row.name,
    age: ageAt(row.date_of_birth, now),
    gender: row.gender as Card["gender"],
    country: row.country,
    region: row.region,
    region_name: row.region_name,
    city: row.city_name,
    distance: otherViewer ? shownDistance(otherViewer, row) : null,
    // an invisible member is shown as online to no other member, not even to those they wrote to
    online: viewer !== null && isPerson(row) && (row.listed || isOwn) && isOnline(row.last_active_at, now),
    new: !row.fictional && row.created_at > newSince(now),
    premium: viewer !== null && row.premium,
    verified: row.verified_at !== null,
    fictional: row.fictional,
    automatic: row.automatic,
    main_image: photo && asMainImage(photoFor(photo, cardContext)),
    liked: row.liked,
    match: row.match,
    introduced: row.introduced,
    match_percentage: otherViewer && !row.fictional ? shownPercentage(otherViewer, row, now) : null,
  };
}

/** A row about a member whose card the viewer may see. A list builds its entries of such rows only. */
export type WithCard<Row> = Row & { card: Card };

/** The rows with the card of the member that `column` names; without those about members who have none. */
export function withCards<Column extends string, Row extends Record<Column, string | null>>(
  rows: readonly Row[],
  cards: readonly Card[],
  column: Column,
): WithCard<Row>[] {
  const byId = new Map<string | null, Card>(cards.map((card) => [card.id, card]));
  return rows.flatMap((row) => {
    const card = byId.get(row[column]);
    return card ? [{ ...row, card }] : [];
  });
}

/** How many characters of a member's text an introduction shows. */
const maxBeginning = 240;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a text, in one paragraph, cut between words unless the first word is longer than all of it. */
export function beginningOf(text: string): string {
  const line = text
    .slice(0, maxBeginning * 40)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...graphemes.segment(line)].map(({ segment }) => segment);
  if (characters.length <= maxBeginning) return line;
  const cut = characters.slice(0, maxBeginning).join("");
  const words = cut.slice(0, cut.lastIndexOf(" ") + 1).trim();
  return `${words === "" ? cut : words.replace(/[\s,;:.–-]+$/, "")} …`;
}

type ProfileSettings = Pick<SiteSettings, "visible_profile_fields" | "visible_profile_notes" | "voice_introductions">;

/** The details of a member's page; `photos` are those this viewer may know of, in the owner's order. */
type Page = Omit<Details, "questions"> & {
  questions: Profile["questions"];
  photos: readonly (PhotoToShow & { main: boolean })[];
};

export const visitorsInterests = (interests: Profile["interests"]): Profile["interests"] =>
  interests.filter((code) => !explicitInterests.includes(code));

/** What decides about a member in the swipe game: only the fields that the site shows on a profile (D2.4). */
export function toDeckCard(
  card: Card,
  row: DecidingRow | undefined,
  { visible_profile_fields: fields }: Pick<SiteSettings, "visible_profile_fields">,
): DeckCard {
  const visible = <T>(field: string, value: T): T | null => (fields.includes(field) ? value : null);
  return {
    ...card,
    goals: (row?.shows_goals && visible("goals", row.goals)) || [],
    children: visible("children", row?.children ?? null),
    smoking: visible("smoking", row?.smoking ?? null),
    height: visible("height", row?.height ?? null),
    about: beginningOf(visible("about_me", row?.about_me.trimStart().split("\n", 1)[0]) ?? ""),
  };
}

/**
 * Only the fields and notes that the site shows on a profile (D2.4). No explicit interests for visitors. The sexuality:
 * for its owner, or if both seek each other.
 */
export function toProfile(
  row: Visible<ProfileRow>,
  page: Page,
  cardContext: CardContext,
  { visible_profile_fields: fields, visible_profile_notes: notes, voice_introductions: hasVoice }: ProfileSettings,
): Profile {
  const visible = <Field extends keyof Page>(field: Field) => (fields.includes(field) ? page[field] : null);
  const card = toCard(row, cardContext);
  const { viewer, now } = cardContext;
  const suited = viewer && viewer.member_id !== row.member_id && !row.fictional;
  const mayLearnSexuality = viewer && (viewer.member_id === row.member_id || lookForEachOther(viewer, row));
  const interests = visible("interests") ?? [];
  return {
    ...card,
    online: card.online && notes.includes("online"),
    new: card.new && notes.includes("new"),
    distance: notes.includes("distance") ? card.distance : null,
    date_of_birth: viewer?.member_id === row.member_id ? row.date_of_birth : null,
    sexuality: mayLearnSexuality ? page.sexuality : null,
    hair_color: visible("hair_color"),
    eye_color: visible("eye_color"),
    body_type: visible("body_type"),
    relationship_status: visible("relationship_status"),
    tattoos: visible("tattoos"),
    height: visible("height"),
    children: visible("children"),
    wants_children: visible("wants_children"),
    smoking: visible("smoking"),
    drinking: visible("drinking"),
    education: visible("education"),
    languages: visible("languages") ?? [],
    goals: (page.shows_goals && visible("goals")) || [],
    interests: cardContext.viewer ? interests : visitorsInterests(interests),
    about_me: visible("about_me") ?? "",
    voice: hasVoice && page.voice && viewer && cardContext.ageProved ? showSound(page.voice) : null,
    questions: visible("questions") ?? [],
    photos: page.photos.map((photo, rank) =>
      photoFor({ ...photo, memberId: row.member_id, premium: row.premium, rank }, cardContext),
    ),
    last_active: isPerson(row) ? dayOf(lastActive(row.last_active_at, now)) : null,
    likes_you: page.likes_you,
    match_reasons: suited ? matchReasons(viewer, row, now, fields) : [],
  };
}
