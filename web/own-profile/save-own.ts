import { data } from "react-router";
import { getOwnProfile, interests, saveProfile } from "#contract/profiles.ts";
import type { Page } from "#web/lib/page.ts";
import { type Failed, failed } from "#web/lib/use-call.ts";
import { typedTown } from "#web/places/typed-town.ts";
import { homeOf } from "#web/profiles/home-field.tsx";
import { askedFields, infoFields } from "#web/profiles/profile-changes.ts";
import type { Changes } from "#web/profiles/use-field-save.ts";

/** What the whole form says, as a browser without scripts posts it. */
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

/** The town that was typed; undefined where the field says what it said before. */
async function movedTo(page: Page, form: FormData): Promise<number | undefined> {
  const before = homeOf(await page.call(getOwnProfile));
  if (form.get("city") === before.label) return undefined;
  // without scripts nothing is chosen from a list: what stands there is the town before
  form.set("city_id", "");
  return (await typedTown(page, form)) ?? undefined;
}

/** Saves the own profile for who has no scripts: all of its fields at once. */
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
