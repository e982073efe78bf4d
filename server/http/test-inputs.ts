import { randomUUID } from "node:crypto";
import type { Call } from "#contract/call.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import { derivedInput, type Input, type Named } from "./test-derived-rows.ts";

/** What a call can be asked for: the ids and secrets of one member's things, and of one site's. */
export type Things = Record<
  | keyof Named
  | "gift"
  | "payment"
  | "debit"
  | "device"
  | "bundle"
  | "code"
  | "method"
  | "passkey"
  | "update"
  | "decision"
  | "decisionToken"
  | "complaint"
  | "complaintToken"
  | "banToken"
  | "sharedDate"
  | "talk"
  | "dateToken"
  | "partnerToken"
  | "importedToken"
  | "login"
  | "password"
  | "unsubscribe",
  string
>;

const wrongPassword = "not the right one";

type Page = Parameters<typeof signedPath>[1];
/** The secret of a link to a page about one thing, which is in mails. */
export const linkToken = ({ config }: Pick<Services, "config">, page: Page, id: string) =>
  signedPath(config, page, id).split("/").at(-1) ?? "";

/** `own`, and beside them things that do not exist, anew each time. */
export const thingsWith = (services: Pick<Services, "config">, own: Partial<Things> = {}): Things =>
  new Proxy(own as Things, {
    get: (_, name: keyof Things) => {
      const missing: Partial<Things> = {
        login: `${randomUUID()}@example.org`,
        password: wrongPassword,
        code: randomUUID().slice(0, 11).toUpperCase(),
        token: "A".repeat(43),
        unsubscribe: "A".repeat(43),
        decisionToken: linkToken(services, "statement", randomUUID()),
        complaintToken: linkToken(services, "complaint", randomUUID()),
        banToken: linkToken(services, "ban-request", randomUUID()),
        dateToken: linkToken(services, "shared-date", randomUUID()),
        partnerToken: linkToken(services, "partner", randomUUID()),
        importedToken: linkToken(services, "imported", randomUUID()),
      };
      return own[name] ?? missing[name] ?? randomUUID();
    },
  });

/** The id of a browser page in a call. */
const page = "7f1d1bb5-6a30-4a3f-9a47-0d2f6a1f6f0e";

const credential = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA", attestationObject: "AAAA" },
};
const debit = { iban: "NL91ABNA0417164300", account_holder: "Ann", phone: "+31612345678", authorised: true };
const file = Buffer.from("no picture");
const newPassword = "another fine long pass phrase";

/** Only letters: a name may not hold a phone number, as digits in a row could be. */
const letters = () =>
  randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));

/** The input of a call, about someone's things if it can name one; for calls whose schemas do not tell it. */
const inputs: Record<string, (things: Things) => Input> = {
  "GET /api/members.php": () => ({ query: { anyone: "1", min_age: 18, max_age: 99 } }),
  "GET /api/member-counts.php": () => ({}),
  "POST /api/swipe.php": ({ member }) => ({ body: { id: member, like: false } }),
  "GET /api/chats.php": () => ({}),
  "GET /api/chat.php": ({ member }) => ({ query: { member } }),
  "GET /api/chat-search.php": () => ({ query: { q: "text" } }),
  "GET /api/fraud-warning.php": ({ member }) => ({ query: { id: member } }),
  "PUT /api/decline.php": ({ conversation }) => ({ body: { conversation: { id: conversation }, reason: "too_far" } }),
  "PUT /api/gift.php": ({ gift }) => ({ body: { message: gift } }),
  "PUT /api/reaction.php": ({ gift }) => ({ body: { message: gift, reaction: "heart" } }),
  "POST /api/message.php": ({ member }) => ({ body: { member, text: "Hello" } }),
  "POST /api/photo-message.php": ({ member }) => ({ body: { member, text: "", file } }),
  "POST /api/voice-message.php": ({ member }) => ({ body: { member, waveform: "[1]", file } }),
  "POST /api/talk.php": ({ member }) => ({ body: { member, page } }),
  "PUT /api/talk-accept.php": ({ talk: id }) => ({ body: { id, page } }),
  "PUT /api/talk-join.php": ({ talk: id }) => ({ body: { id, page } }),
  "PUT /api/talk-end.php": ({ talk: id }) => ({ body: { id } }),
  "PUT /api/talk-beat.php": ({ talk: id }) => ({ body: { id, page, camera: true, clear: true } }),
  "POST /api/talk-signal.php": ({ talk: id }) => ({ body: { id, page, signal: { kind: "ready" } } }),
  "GET /api/talk-relay.php": ({ talk: id }) => ({ query: { id } }),

  "POST /api/hidden-contacts.php": () => ({ body: { lines: ["known@example.org"] } }),
  "PUT /api/hidden-contacts.php": () => ({ body: { line: "known@example.org" } }),
  "PUT /api/shared-date.php": ({ member }) => ({
    body: { member, day: "2026-11-21", time: "19:30", fine_by: "23:00", time_zone: "Europe/Brussels", place: "Café" },
  }),
  "GET /api/partner-page.php": ({ partnerToken: token }) => ({ query: { token } }),
  "GET /api/shared-date.php": ({ dateToken: token }) => ({ query: { token } }),
  "DELETE /api/shared-date.php": ({ sharedDate: id }) => ({ body: { id } }),
  "PUT /api/shared-date-fine.php": ({ sharedDate: id }) => ({ body: { id } }),
  "PUT /api/shared-date-link.php": ({ sharedDate: id }) => ({ body: { id } }),
  "PUT /api/shared-date-reminder.php": ({ sharedDate: id }) => ({ body: { id, at: "2026-11-21T12:00:00Z" } }),
  "POST /api/report.php": ({ member }) => ({ body: { member, about: "profile", reason: "scam" } }),
  "POST /api/objection.php": ({ decision }) => ({ body: { id: decision, text: "Wrong" } }),
  "GET /api/statement.php": ({ decisionToken: token }) => ({ query: { token } }),
  "POST /api/statement.php": ({ decisionToken: token }) => ({ body: { token, text: "Wrong" } }),
  "POST /api/complaint.php": ({ login }) => ({ body: { email: login, text: "A complaint" } }),
  "POST /api/complaint-reply.php": ({ complaint }) => ({ body: { id: complaint, text: "Still" } }),
  "GET /api/complaint-thread.php": ({ complaintToken: token }) => ({ query: { token } }),
  "POST /api/complaint-thread.php": ({ complaintToken: token }) => ({ body: { token, text: "Still" } }),
  "POST /api/ban-request.php": ({ login }) => ({ body: { email: login, text: "" } }),
  "GET /api/ban-request.php": ({ banToken: token }) => ({ query: { token } }),
  "PUT /api/ban-request.php": ({ banToken: token }) => ({ body: { token, wanted: true } }),
  "PUT /api/notice.php": ({ token }) => ({ body: { token, text: "Look again" } }),
  "PUT /api/notice-reply.php": ({ token }) => ({ body: { token, text: "It is this one" } }),
  "POST /api/notice.php": ({ member, login }) => ({
    body: { place: member, reason: "scam", text: "Fraud", name: "Eva", email: login, good_faith: true },
  }),
  "PUT /api/updates.php": ({ update }) => ({ body: { ids: [update] } }),

  "PUT /api/profile.php": () => ({ body: { about_me: "Anew" } }),
  "PUT /api/opening-questions.php": () => ({ body: { chosen: ["sea"], written: [] } }),
  "PUT /api/sexuality.php": () => ({ body: { seeks: "both" } }),
  "PUT /api/preferences.php": () => ({ body: { goals: ["dates"] } }),
  "POST /api/age-document.php": () => ({ body: file }),
  "POST /api/selfie.php": () => ({ body: file }),
  "POST /api/photos.php": () => ({ body: file }),
  "POST /api/voice-introduction.php": () => ({ body: { waveform: "[1]", file } }),
  "DELETE /api/voice-introduction.php": ({ photo }) => ({ body: { id: photo } }),
  "PUT /api/photo-order.php": ({ photo }) => ({ body: { photos: [photo] } }),
  "PUT /api/photo-caption.php": ({ photo }) => ({ body: { photo, caption: "Anew" } }),
  "PUT /api/photo-crop.php": ({ photo }) => ({ body: { photo, crop: { x: 0, y: 0, width: 1, height: 0.5 } } }),

  "GET /api/transactions.php": () => ({}),
  "GET /api/receipts.php": ({ payment }) => ({ query: { payment } }),
  "GET /api/payment.php": ({ payment }) => ({ query: { id: payment } }),
  "POST /api/payment.php": ({ bundle }) => ({
    body: { bundle_id: bundle, amount: 995, method: "creditcard", begin_at_once: true },
  }),
  "POST /api/payment-webhook.php": ({ payment }) => ({ body: { id: payment } }),
  "GET /api/directdebit.php": ({ bundle }) => ({ query: { bundle_id: bundle } }),
  "POST /api/directdebit.php": ({ bundle }) => ({ body: { ...debit, bundle_id: bundle, amount: 995 } }),
  "GET /api/directdebit-confirm.php": ({ debit: id }) => ({ query: { id } }),
  "POST /api/directdebit-confirm.php": ({ debit: id }) => ({ body: { id, code: "000000", begin_at_once: true } }),
  "POST /api/directdebit-code.php": ({ debit: id }) => ({ body: { id } }),
  "POST /api/withdrawal.php": ({ payment }) => ({ body: { payment_id: payment } }),
  "GET /api/withdrawal-request.php": ({ payment }) => ({ query: { token: payment } }),
  "PUT /api/withdrawal-request.php": ({ payment }) => ({ body: { token: payment } }),
  "POST /api/withdrawal-request.php": ({ login, payment }) => ({ body: { email: login, number: payment } }),
  "PUT /api/spending.php": () => ({ body: { limit: 1000 } }),
  "POST /api/purchase-pause.php": () => ({ body: { days: 1 } }),
  "DELETE /api/stored-methods.php": ({ method }) => ({ body: { id: method } }),
  "GET /api/discountcode.php": ({ code }) => ({ query: { code } }),
  "GET /api/bundles.php": ({ code }) => ({ query: { code } }),

  "GET /api/imported.php": ({ importedToken: token }) => ({ query: { token } }),
  "DELETE /api/imported.php": ({ importedToken: token }) => ({ body: { token } }),
  "POST /api/signup-check.php": ({ login }) => ({ body: { email: login } }),
  "POST /api/signup.php": ({ member }) => {
    const mark = letters();
    const message = { to: member, text: "Hello" };
    return { body: signupForm({ name: `New ${mark}`, email: `${mark}@example.org`, message }) };
  },
  "POST /api/user.php": ({ login, password }) => ({ body: { login, password } }),
  "PUT /api/password.php": () => ({ body: { old_password: wrongPassword, password: newPassword } }),
  "POST /api/password-reset.php": ({ login }) => ({ body: { email: login, way: "reset" } }),
  "PUT /api/password-reset.php": ({ token }) => ({
    body: { token, password: newPassword, password_again: newPassword },
  }),
  "POST /api/mail-change.php": ({ login }) => ({ body: { email: login, password: wrongPassword } }),
  "PUT /api/activation.php": ({ login }) => ({ body: { email: login } }),
  "DELETE /api/account.php": () => ({ body: { password: wrongPassword } }),
  "POST /api/reactivation.php": ({ login }) => ({ body: { email: login } }),
  "DELETE /api/device.php": ({ device }) => ({ body: { id: device } }),
  "POST /api/passkey-offer.php": () => ({ body: { password: wrongPassword } }),
  "POST /api/passkey.php": () => ({ body: { name: "Key", response: credential } }),
  "PUT /api/passkey.php": ({ passkey }) => ({ body: { id: passkey, name: "Mine" } }),
  "DELETE /api/passkey.php": ({ passkey }) => ({ body: { id: passkey } }),
  "POST /api/passkey-login.php": () => ({ body: { response: credential } }),

  "GET /api/unsubscribe.php": ({ unsubscribe: token }) => ({ query: { token } }),
  "PUT /api/unsubscribe.php": ({ unsubscribe: token }) => ({ body: { token, scope: "all", enabled: false } }),
  "POST /api/user.php?push=1": () => ({ body: { subscription: {} } }),
  "DELETE /api/user.php?push=1": () => ({ body: { endpoint: "https://fcm.googleapis.com/x" } }),

  "GET /api/regions.php": () => ({ query: { country: "NL" } }),
  "GET /api/country-map.php": () => ({ query: { country: "NL" } }),
  "GET /api/cities.php": () => ({ query: { country: "NL", text: "ams" } }),
  "GET /api/geocode.php": () => ({ query: { lat: 52.37, lon: 4.9 } }),
  "GET /api/settings.php": () => ({}),
  "PUT /api/settings.php": () => ({ body: { country: "NL" } }),
  "POST /api/page-hidden.php": () => ({ body: {} }),

  "PUT /api/program-bans.php": ({ login }) => ({ body: { emails: [login] } }),
  "DELETE /api/program-bans.php": ({ login }) => ({ body: { emails: [login] } }),

  "POST /api/staff.php": ({ login, password }) => ({ body: { email: login, password, code: "123456" } }),
  "POST /api/staff-setup.php": ({ token }) => ({ body: { token, password: newPassword } }),
  "PUT /api/staff-setup.php": ({ token }) => ({ body: { token, code: "123456" } }),
};

export const callName = ({ method, path, when }: Call) =>
  `${method} ${path}${when ? `?${new URLSearchParams(when)}` : ""}`;

export const hasInputRow = (call: Call) => callName(call) in inputs;

/** Rows of calls that are gone. */
export const staleInputs = (calls: readonly Call[]) => {
  const names = new Set(calls.map(callName));
  return Object.keys(inputs).filter((name) => !names.has(name));
};

/** What a call is sent about someone's things, and which it names; undefined: it needs a row above. */
export function inputAbout(call: Call, things: Things): { input: Input; names: Set<keyof Things> } | undefined {
  const names = new Set<keyof Things>();
  const get = (all: Things, name: keyof Things) => {
    names.add(name);
    return all[name];
  };
  const watched = new Proxy(things, { get });
  const row = inputs[callName(call)];
  // `office/roles.test.ts` tries the calls of staff
  const input = row ? row(watched) : call.who === "staff" ? {} : derivedInput(call, watched);
  return input && { input, names };
}
