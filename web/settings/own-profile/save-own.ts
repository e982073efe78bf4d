import { data } from "react-router";
import { getOwnProfile, interests, saveProfile } from "#contract/profiles.ts";
import type { Page } from "#web/lib/page.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { toChosenTown } from "#web/profiles/home-field.tsx";
import { pickAskedFields, readInfo } from "#web/profiles/profile-changes.ts";
import type { Changes } from "#web/profiles/use-field-save.ts";
import { findTypedTown } from "#web/sites/places/typed-town.ts";
import { readFacts } from "./fact-changes.ts";

function readChanges(form: FormData, visible: readonly string[]): Changes {
  const asked = pickAskedFields(visible);
  const changes: Changes = { ...readInfo(form, asked.info), ...readFacts(form, visible) };
  if (asked.interests) {
    const ticked = form.getAll("interests");
    changes.interests = interests.filter((code) => ticked.includes(code));
    changes.explicit_consent = form.get("explicit_consent") !== null;
  }
  const aboutMe = form.get("about_me");
  if (typeof aboutMe === "string") changes.about_me = aboutMe;
  // withdrawn in the settings only, because that erases the text
  if (form.has("about_me_consent")) changes.about_me_consent = true;
  return changes;
}

/** The id of the typed town; undefined if the field did not change. */
async function findNewTown(page: Page, form: FormData): Promise<number | undefined> {
  const before = toChosenTown(await page.call(getOwnProfile));
  if (form.get("city") === before.label) return undefined;
  // without scripts the hidden id still holds the previous town
  form.set("city_id", "");
  return (await findTypedTown(page, form)) ?? undefined;
}

/** Saves the own profile without scripts: all of its fields at once. */
export async function saveOwnProfile(page: Page, form: FormData) {
  const { visible_profile_fields: visible } = await page.settings();
  const typed = readChanges(form, visible);
  try {
    const city_id = await findNewTown(page, form);
    await page.call(saveProfile, { body: { ...typed, ...(city_id === undefined ? {} : { city_id }) } });
    return { saved: true, refused: null as FormFailure | null, typed };
  } catch (error) {
    return data({ saved: false, refused: toFailure(error), typed }, { status: 400 });
  }
}
