import { data, redirect } from "react-router";
import { signUp } from "#contract/account.ts";
import { localeOf } from "#contract/languages.ts";
import { mayJoin, trackingIn } from "#contract/tracking.ts";
import {
  composeInterestSearch,
  findPageAfterSignup,
  readIntent,
  readPrefilled,
} from "#web/account/signup-link/intent.ts";
import { findClickNetwork, readTracking } from "#web/account/signup-link/tracking.ts";
import type { Page } from "#web/lib/page.ts";
import { toFailure } from "#web/lib/use-call.ts";
import { countryOptions, visitorCountry } from "#web/sites/places/countries.ts";
import { findTypedTown } from "#web/sites/places/typed-town.ts";
import { checkSteps, type SignupCheck } from "./check.ts";
import { findFirstAddress } from "./complete-steps.ts";
import { toDraft } from "./draft.ts";
import { listFormSteps } from "./steps.ts";
import { readValues, type SignupValues, toSignupBody } from "./values.ts";

/** What a refused form is answered with beside the server's errors, which come in turns: all else that is wrong. */
async function checkRefused(page: Page, values: SignupValues): Promise<Record<string, SignupCheck>> {
  const { min_age: minAge, message_length: messageLength } = await page.settings();
  const rules = { minAge, messageLength, now: new Date() };
  // the answer has no password, so the field is empty again
  return { password: "password_again", ...checkSteps(values, listFormSteps(false), rules) };
}

export async function loadSignup(page: Page, request: Request) {
  const settings = await page.settings();
  const { search, next } = readIntent(new URL(request.url));
  const tracking = readTracking(request);
  return {
    open: mayJoin(settings, tracking),
    countries: countryOptions(settings.countries, localeOf(page.language)),
    first: { ...readPrefilled(search), country: visitorCountry(settings, page.language) },
    next,
    /** For the form sent without scripts. */
    tracking,
    clickNetwork: findClickNetwork(settings, tracking, request.headers.get("sec-gpc") === "1"),
  };
}

export async function signUpWithoutScripts(page: Page, request: Request, to: string | null) {
  const form = await request.formData();
  const values = readValues(form);
  const { message, gender, seeks } = values;
  const picked = form.getAll("interests").filter((code) => typeof code === "string");
  // the first step was done on a landing page or a lander: show the form next
  if (!form.has("email")) return data({ refused: null, wrong: {}, first: { message, gender, seeks }, picked });
  try {
    const town = await findTypedTown(page, form);
    const body = toSignupBody({ ...values, city_id: String(town ?? "") }, { to, tracking: trackingIn(form) });
    await page.call(signUp, { body });
  } catch (error) {
    const refused = toFailure(error);
    const wrong = await checkRefused(page, values);
    return data({ refused, wrong, first: toDraft(values), picked }, { status: 400 });
  }
  const { signup_steps } = await page.settings();
  const next = readIntent(new URL(request.url)).next ?? composeInterestSearch(picked);
  const pageAfter = findPageAfterSignup({ to, next }, message.trim() !== "");
  throw redirect(findFirstAddress(signup_steps, pageAfter));
}
