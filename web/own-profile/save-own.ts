import { data } from "react-router";
import { getOwnProfile, interests, saveProfile } from "#contract/profiles.ts";
import type { Page } from "#web/lib/page.ts";
import { type Failed, failed } from "#web/lib/use-call.ts";
import { typedTown } from "#web/places/typed-town.ts";
import { homeOf } from "#web/profiles/home-field.tsx";
import { askedFields, infoFields } from "#web/profiles/profile-changes.ts";
import type { Changes } from "#web/profiles/use-field-save.ts";

/** The changes from the whole form, posted without scripts. */
function changesIn(form: FormData, visible: readonly string[]): Changes {
  const asked = askedFields(visible);
  const chosen = asked.info.map((field) => [field, infoFields[field].find((code) => code === form.get(field)) ?? null]);
  const ticked = form.getAll("interests");
  const tastes = asked.interests
    ? {
        interests: interests.filter((code) => ticked.includes(code)),
        explicit_consent: form.get("explicit_consent") !== null,
      }
    : {};
  const text = form.get("about_me");
  return { ...Object.fromEntries(chosen), ...tastes, ...(typeof text === "string" ? { about_me: text } : {}) };
}

/** The id of the typed town; undefined if the field did not change. */
async function movedTo(page: Page, form: FormData): Promise<number | undefined> {
  const before = homeOf(await page.call(getOwnProfile));
  if (form.get("city") === before.label) return undefined;
  // without scripts the hidden id still holds the previous town
  form.set("city_id", "");
  return (await typedTown(page, form)) ?? undefined;
}

/** Saves the own profile without scripts: all of its fields at once. */
export async function saveOwn(page: Page, request: Request) {
  const form = await request.formData();
  const { visible_profile_fields: visible } = await page.settings();
  try {
    const city_id = await movedTo(page, form);
    await page.call(saveProfile, {
      body: { ...changesIn(form, visible), ...(city_id === undefined ? {} : { city_id }) },
    });
    return { saved: true, refused: null as Failed | null };
  } catch (error) {
    return data({ saved: false, refused: failed(error) }, { status: 400 });
  }
}
