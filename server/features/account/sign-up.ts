import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { firstMessage, signUp as signUpCall } from "#contract/account.ts";
import type { FieldCode } from "#contract/errors.ts";
import { isTooLong } from "#contract/measure-text.ts";
import { asksAboutClick, firstTracking, mayJoin, trackingIn } from "#contract/tracking.ts";
import { versionDate } from "#contract/version-date.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { clickNetworks, originOf, recordConversion } from "#server/features/advertising/index.ts";
import { hashPassword, validateNewPassword } from "#server/features/auth/index.ts";
import { heldLimit, holdMessage } from "#server/features/chat/index.ts";
import { insertWallet } from "#server/features/credits/index.ts";
import { createProfile, sexualityOf } from "#server/features/profiles/index.ts";
import {
  companyOfSite,
  findNewestVersion,
  findPlace,
  type Place,
  visitTracking,
} from "#server/features/sites/index.ts";
import { findVisibility, hideByAddress, mayBeShown, recordConsent } from "#server/features/visibility/index.ts";
import { assertFields, Failure, fail, failFields } from "#server/http/fail.ts";
import type { Context, Mutating } from "#server/http/handle.ts";
import { insertAccount, insertTracking } from "./accounts-store.ts";
import { confirmAddress, sendActivation } from "./confirm-address.ts";
import { takeImported } from "./imports/imported.ts";
import { validateDateOfBirth, validateIdentity } from "./validate-identity.ts";

type Home = {
  /** Null if the member chose no town. */
  place: Place | null;
  country: string;
  wrong: { city_id?: FieldCode; country?: FieldCode };
};

/** The chosen town, else the chosen country, the IP address's if the site has it, or the site's first. */
async function findHome(
  { db, site, services, request }: Pick<Context, "db" | "site" | "services" | "request">,
  chosen: { city_id?: number | undefined; country?: string | undefined },
): Promise<Home> {
  const { countries } = site.settings;
  const place = chosen.city_id === undefined ? null : await findPlace(db, chosen.city_id);
  if (chosen.city_id !== undefined) {
    const fits = place !== null && countries.includes(place.country);
    return { place, country: place?.country ?? "", wrong: fits ? {} : { city_id: "place_unknown" } };
  }
  if (chosen.country !== undefined && !countries.includes(chosen.country)) {
    return { place, country: chosen.country, wrong: { country: "unknown_option" } };
  }
  const chosenCountry = chosen.country ?? services.geo.countryOf(request.ip);
  const country = countries.find((code) => code === chosenCountry) ?? countries[0] ?? "";
  return { place, country, wrong: {} };
}

type FirstMessage = z.output<typeof firstMessage>;

/** What is wrong with the first message of a signup; checked before the account is created. */
async function validateFirstMessage(
  { db, site }: Pick<Context, "db" | "site">,
  message: FirstMessage | undefined,
): Promise<Record<string, FieldCode>> {
  if (!message) return {};
  const { settings } = site;
  if (isTooLong(message.text, settings.message_length)) return { "message.text": "message_too_long" };
  const recipient = await findVisibility(db, site.id, { viewer: null, member: message.to });
  return recipient && mayBeShown(recipient, site.id, null) && heldLimit(settings, 0) > 0
    ? {}
    : { "message.to": "recipient_unavailable" };
}

/**
 * Holds the message until the address is confirmed, at the price that its author saw. If that fails, throws
 * `message_price_changed` or `invalid_input`, which fails the signup.
 */
async function holdFirstMessage(ctx: Context, from: string, { to, text, credits }: FirstMessage): Promise<void> {
  try {
    await holdMessage(ctx, { from, to, text, key: ctx.key, seen: credits });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code } = error;
    if (code === "message_price_changed") throw fail(code, { fields: { "message.text": code } });
    throw failFields({ "message.to": error.code === "outside_wishes" ? "outside_wishes" : "recipient_unavailable" });
  }
}

/** Global Privacy Control: the browser says no for its user, whatever a form says. */
const objectsToSharing = ({ "sec-gpc": signal }: IncomingHttpHeaders) => signal === "1";

type Form = z.output<typeof signUpCall.body>;

/** Creates a free account with profile and wallet, and queues the activation mail, unless a link proved the address. */
export async function signUp(ctx: Mutating, form: Form): Promise<string> {
  const { db, site, now } = ctx;
  if (ctx.viewer) throw fail("already_logged_in");
  const formTracking = trackingIn(new Map(Object.entries(form.tracking ?? {})));
  const tracking = firstTracking(visitTracking(ctx.request), formTracking);
  if (!mayJoin(site.settings, tracking)) throw fail("signups_closed");
  const [identity, home, message] = await Promise.all([
    validateIdentity(ctx, form),
    findHome(ctx, form),
    validateFirstMessage(ctx, form.message),
  ]);
  const { min_age, message_length: max } = site.settings;
  const problems = {
    name: identity.name,
    email: identity.email,
    password: validateNewPassword(ctx, form.password, form),
    date_of_birth: validateDateOfBirth(form.date_of_birth, min_age, now),
    ...home.wrong,
    ...message,
  };
  assertFields(problems, { min_age, max });
  const email = identity.address;
  if (email === null) throw failFields({ email: "email_invalid" });
  const about = { site, company: await companyOfSite(db, site, now), language: ctx.language };
  const since = await findNewestVersion({ db, texts: ctx.services.texts, now }, about);
  const termsVersion = versionDate(about.company.added.toISOString(), since);
  const passwordHash = await hashPassword(form.password);
  const { name, gender, date_of_birth: dateOfBirth } = form;
  try {
    const accountId = await insertAccount(db, {
      site_id: site.id,
      name,
      email,
      password_hash: passwordHash,
      language: ctx.language,
      terms_version: termsVersion,
      created_at: now,
    });
    const sexuality = sexualityOf(form.gender, form.seeks);
    const { place, country } = home;
    const isAsked = asksAboutClick({ click_networks: clickNetworks(site.settings) }, tracking);
    const sharesClick = isAsked && form.click_consent === true && !objectsToSharing(ctx.request.headers);
    const consented = { sexualityConsentAt: now, sharesClick };
    const person = { name, gender, sexuality, ...consented, dateOfBirth, place, country } as const;
    await createProfile(db, { memberId: accountId, siteId: site.id, ...person, now });
    await recordConsent(ctx, { memberId: accountId, subject: "sexuality", given: true });
    if (sharesClick) {
      const values = { network: tracking.network };
      await recordConsent(ctx, { memberId: accountId, subject: "click", given: true, values });
    }
    await insertWallet(db, accountId, site.id);
    const origin = originOf(site.settings, tracking, ctx.language);
    if (tracking) {
      const owner = { accountId, sharesPurchases: sharesClick };
      await insertTracking(db, owner, { ...tracking, variant: origin.variant }, now);
    }
    await recordConversion(ctx, { step: "signup", origin, sharesClick });
    if (form.message) await holdFirstMessage(ctx, accountId, form.message);
    await hideByAddress(ctx, { memberId: accountId, siteId: site.id }, email);
    const proven = await takeImported(ctx, form.imported);
    if (proven?.toLowerCase() === email.toLowerCase()) await confirmAddress(ctx, accountId);
    else await sendActivation(ctx, { id: accountId, name, email });
    return accountId;
  } catch (error) {
    // simultaneous signups passed the checks above: the unique constraints let only one of them through
    const constraint = violatedConstraint(error);
    if (constraint === "accounts_site_id_name_key_key") throw failFields({ name: "name_taken" });
    if (constraint === "accounts_site_id_email_key") throw failFields({ email: "email_taken" });
    throw error;
  }
}
