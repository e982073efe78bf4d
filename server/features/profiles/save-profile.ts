import type { Updateable } from "kysely";
import type { z } from "zod";
import { aboutMeLength } from "#contract/constants.ts";
import { isTooLong } from "#contract/measure-text.ts";
import { explicitInterests, type saveProfile as saveCall } from "#contract/profiles.ts";
import type { Profiles } from "#server/db/tables.ts";
import { findPlace } from "#server/features/sites/index.ts";
import { type ConsentSubject, recordConsent } from "#server/features/visibility/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { needsInspection } from "./inspection/contact-details.ts";
import { setInvisible } from "./listing-store.ts";
import { homeColumns, lockOwnProfile, type OwnRow, updateProfile } from "./profiles-store.ts";
import { eraseStoredAnswers } from "./set-sexuality.ts";

type Changes = z.output<typeof saveCall.body>;

/** A new town sets country, region and square kilometre. Records the consents that it changes. */
export async function saveProfile(
  ctx: Mutating<MemberContext>,
  { city_id, invisible, about_me, about_me_consent, interests, explicit_consent, ...changes }: Changes,
): Promise<void> {
  const { db, site, viewer, now, services } = ctx;
  const place = city_id === undefined ? null : await findPlace(db, city_id);
  if (city_id !== undefined && !site.settings.countries.includes(place?.country ?? "")) {
    throw failFields({ city_id: "place_unknown" });
  }
  // first, because it locks the account before the profile
  if (invisible !== undefined) await setInvisible(db, viewer.memberId, invisible);
  // a concurrent request that withdraws a consent either waits, or has withdrawn it already
  const { row: profile } = await lockOwnProfile(db, viewer.memberId);
  const text = about_me === undefined ? {} : textChanges(profile, about_me, now);
  const interestsToSave = interestChanges(profile, { interests, explicit_consent }, now);
  await updateProfile(db, viewer.memberId, {
    ...changes,
    ...(changes.shown_to_visitors !== undefined && { visitors_see_more: changes.shown_to_visitors }),
    ...text,
    ...(about_me_consent === true && { about_me_consent_at: profile.about_me_consent_at ?? now }),
    ...(about_me_consent === false && erasedText),
    ...interestsToSave,
    ...(place ? homeColumns(place) : {}),
  });
  await recordConsents(ctx, { ...changes, about_me_consent, explicit_consent });
  const choices = [explicit_consent, about_me_consent, changes.shares_click];
  if (choices.some((each) => each !== undefined)) await services.hooks.memberChanged(ctx, viewer.memberId, "consents");
  const withdrawn =
    (explicit_consent === false && profile.explicit_consent_at !== null) ||
    (about_me_consent === false && profile.about_me_consent_at !== null);
  if (withdrawn) await eraseStoredAnswers(ctx);
  // after the update: a concurrent visit either waits for that row, or was recorded already and is deleted here
  if (changes.leaves_visits === false) await services.hooks.memberChanged(ctx, viewer.memberId, "visits_off");
}

export const erasedText = {
  about_me: "",
  about_me_inspection: null,
  about_me_inspection_since: null,
  about_me_consent_at: null,
};

/** Records what the member agreed to or withdrew by these changes (GDPR, article 7(1)). */
async function recordConsents(ctx: MemberContext, changes: Changes): Promise<void> {
  const { explicit_consent, about_me_consent, shown_to_visitors, introduces, shares_click } = changes;
  const consents: [ConsentSubject, boolean | undefined][] = [
    ["explicit_interests", explicit_consent],
    ["about_me", about_me_consent],
    ["shown_to_visitors", shown_to_visitors],
    ["introductions", introduces],
    ["click", shares_click],
  ];
  const { memberId } = ctx.viewer;
  for (const [subject, isGiven] of consents) {
    if (isGiven !== undefined) await recordConsent(ctx, { memberId, subject, given: isGiven });
  }
}

/** Others see the text before until one with contact details, or too large to look for them, is inspected (D11.3). */
function textChanges(own: OwnRow, text: string, now: Date): Updateable<Profiles> {
  if (isTooLong(text, aboutMeLength)) {
    throw failFields({ about_me: "text_too_long" }, { max: aboutMeLength });
  }
  const harmless = text === own.about_me || !needsInspection(text);
  if (harmless) return { about_me: text, about_me_inspection: null, about_me_inspection_since: null };
  return text === own.about_me_inspection ? {} : { about_me_inspection: text, about_me_inspection_since: now };
}

export const isExplicit = (code: string) => explicitInterests.some((explicit) => explicit === code);

/** Explicit interests are stored only with consent; withdrawing it erases them (D11.5). */
function interestChanges(
  own: OwnRow,
  { interests, explicit_consent }: Pick<Changes, "interests" | "explicit_consent">,
  now: Date,
): Updateable<Profiles> {
  const agreed = explicit_consent ?? own.explicit_consent_at !== null;
  if (!agreed && interests?.some(isExplicit)) throw failFields({ interests: "explicit_consent_required" });
  if (explicit_consent === undefined) return { interests };
  if (explicit_consent) return { interests, explicit_consent_at: own.explicit_consent_at ?? now };
  const remaining = (interests ?? own.interests).filter((code) => !isExplicit(code));
  return { interests: remaining, explicit_consent_at: null };
}
