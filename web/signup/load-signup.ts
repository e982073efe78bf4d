import { data, redirect } from "react-router";
import { signUp } from "#contract/account.ts";
import { localeOf } from "#contract/languages.ts";
import { mayJoin, trackingIn } from "#contract/tracking.ts";
import type { Page } from "#web/lib/page.ts";
import { failed } from "#web/lib/use-call.ts";
import { countryOptions, likelyCountry } from "#web/places/countries.ts";
import { typedTown } from "#web/places/typed-town.ts";
import { firstOfSearch, nextAfter, readIntent, searchFor } from "#web/signup-link/intent.ts";
import { trackingOf } from "#web/signup-link/tracking.ts";
import { bodyOf } from "./body-of.ts";
import { firstOf } from "./complete-steps.ts";
import { readValues } from "./values.ts";

/** Loads what the signup page needs before its first paint. */
export async function loadSignup(page: Page, request: Request) {
  const settings = await page.settings();
  const { search, next } = readIntent(new URL(request.url));
  const tracking = trackingOf(request);
  return {
    open: mayJoin(settings, tracking),
    countries: countryOptions(settings.countries, localeOf(page.language)),
    first: { ...firstOfSearch(search), country: likelyCountry(settings, page.language) },
    next,
    /** For the form sent without scripts (R3.09). */
    tracking,
  };
}

/** Handles the form sent without scripts; `to` is the recipient of the message. */
export async function signUpWithoutScripts(page: Page, request: Request, to: string | null) {
  const form = await request.formData();
  const values = readValues(form);
  const { message, gender, seeks } = values;
  const picked = form.getAll("interests").filter((code) => typeof code === "string");
  // the first step was done on a landing page or a lander: show the form next
  if (!form.has("email")) return data({ refused: null, first: { message, gender, seeks }, picked });
  try {
    const town = await typedTown(page, form);
    const body = bodyOf({ ...values, city_id: String(town ?? "") }, { to, tracking: trackingIn(form) });
    await page.call(signUp, { body });
  } catch (error) {
    const { password: _, sexuality_consent: __, ...first } = values;
    return data({ refused: failed(error), first, picked }, { status: 400 });
  }
  const { signup_steps } = await page.settings();
  const next = readIntent(new URL(request.url)).next ?? searchFor(picked);
  const onward = nextAfter({ to, next }, message.trim() !== "");
  throw redirect(firstOf(signup_steps, onward));
}
