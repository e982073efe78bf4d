import { data, redirect } from "react-router";
import { resendActivation } from "#contract/account.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { readNext } from "#web/account/signup-link/intent.ts";
import type { Page } from "#web/lib/page.ts";
import { toFailure } from "#web/lib/use-call.ts";
import { readInfoChanges } from "#web/profiles/profile-changes.ts";
import { findTypedTown, unknownTownId } from "#web/sites/places/typed-town.ts";
import { findNextAddress } from "./complete-steps.ts";

const readText = (form: FormData, name: string) => String(form.get(name) ?? "");

async function saveStep(page: Page, step: string | null, form: FormData): Promise<void> {
  switch (step) {
    case "location":
      await page.call(saveProfile, { body: { city_id: (await findTypedTown(page, form)) ?? unknownTownId } });
      break;
    case "about_me":
      await page.call(saveProfile, {
        body: { about_me: readText(form, "about_me"), ...(form.has("about_me_consent") && { about_me_consent: true }) },
      });
      break;
    case "personal_info": {
      const [{ visible_profile_fields: visible }, { interests }] = await Promise.all([
        page.settings(),
        page.call(getOwnProfile),
      ]);
      await page.call(saveProfile, { body: readInfoChanges(form, { visible, interests }) });
      break;
    }
    case "confirm_email":
      await page.call(resendActivation, { body: { email: readText(form, "email") } });
      break;
  }
}

/** Saves a step's form sent without scripts, then redirects to the next step or returns the error. */
export async function saveWithoutScripts(page: Page, request: Request) {
  const { searchParams } = new URL(request.url);
  const { signup_steps: steps } = await page.settings();
  const step = steps.find((name) => name === searchParams.get("step"));
  try {
    await saveStep(page, step ?? null, await request.formData());
  } catch (error) {
    return data(toFailure(error), { status: 400 });
  }
  throw redirect(step === undefined ? "/complete-signup" : findNextAddress(steps, step, readNext(searchParams)));
}
