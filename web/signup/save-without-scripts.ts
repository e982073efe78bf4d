import { data, redirect } from "react-router";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { readNext } from "#web/account/signup-link/intent.ts";
import type { Page } from "#web/lib/page.ts";
import { toFailure } from "#web/lib/use-call.ts";
import { toFields } from "#web/lib/use-form.ts";
import { findTypedTown, unknownTownId } from "#web/sites/places/typed-town.ts";
import { saveAboutMe } from "./about-me-step.tsx";
import { findNextAddress } from "./complete-steps.ts";
import { correctAddress } from "./confirm-email-step.tsx";
import { saveInfo } from "./personal-info-step.tsx";

/** Saves a step as its form does with scripts; only the town is another: without scripts it is typed. */
async function saveStep(page: Page, step: string | null, form: FormData): Promise<unknown> {
  const { call } = page;
  if (step === "location") {
    return await call(saveProfile, { body: { city_id: (await findTypedTown(page, form)) ?? unknownTownId } });
  }
  if (step === "about_me") return await saveAboutMe(call, toFields(form));
  if (step === "confirm_email") return await correctAddress(call, toFields(form));
  if (step !== "personal_info") return;
  const [{ visible_profile_fields: visible }, { interests }] = await Promise.all([
    page.settings(),
    call(getOwnProfile),
  ]);
  return await saveInfo(call, { form, visible, interests });
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
