import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { commonErrors } from "#contract/errors.ts";
import { testApp } from "#server/db/test-database.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { calls } from "./calls.ts";
import { derivedInput, type Input } from "./test-derived-rows.ts";
import {
  callName,
  cutOffViewers,
  listenForUnseen,
  makeScenario,
  type Scenario,
  type UnseenSender,
  unseenSenders,
  type ViewerKind,
  viewers,
} from "./test-viewers.ts";

let given: Awaited<ReturnType<typeof testApp>>;
let passwordHash: string;
/** For what changes nothing: reads, and what is refused. */
const shared = new Map<ViewerKind | UnseenSender, Scenario>();
beforeAll(async () => {
  given = await testApp();
  passwordHash = await hashPassword("a fine long pass phrase");
  for (const viewer of [...viewers, ...unseenSenders])
    shared.set(viewer, await makeScenario(given, viewer, passwordHash));
});
afterAll(() => given.close());

type Statuses = Record<ViewerKind, number>;
type Change = Partial<Statuses>;
type Entry = {
  /** The call's input, about Eva if possible; without it, what the call's schemas tell. */
  input?: (scenario: Scenario) => Input;
  statuses: Statuses;
  /** Viewers who can't see Eva but may read her name in this answer, and why. */
  named?: Partial<Record<ViewerKind, string>>;
};

/** The same for everyone: the answer has no member's data, or the call needs a secret that none of them has. */
const everyone = (status: number, change: Change = {}): Statuses => ({
  ...(Object.fromEntries(viewers.map((viewer) => [viewer, status])) as Statuses),
  ...change,
});

/** For logged-in members; a deleted member counts as logged out. */
const members = (status: number, change: Change = {}) =>
  everyone(status, { visitor: 403, outsider: 403, deleted: 403, ...change });
/** For members who can see Eva. */
const whoSeesEva = (status: number, change: Change = {}) =>
  members(status, {
    blocked: 404,
    blocker: 403,
    elsewhere: 404,
    left_behind: 404,
    unapproached: 404,
    ...change,
  });
/** The profile page and the chat name the block to the blocked member (R6.07). */
const namesBlock = { blocked: 403 };
/** For those in the chat of Eva and her partner; for a call about a chat. */
const inEvasChat = members(404, { owner: 200, party: 200, left_behind: 200 });
/** Only for Eva. */
const hers = (status: number) => members(404, { owner: status });

const token = "A".repeat(43);
const password = "not the right one";
const credential = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA", attestationObject: "AAAA" },
};

/** The other site's host is an IP address here, and passkeys need a host name. */
const noDomain = { elsewhere: 409 };

/** The calls of logged-in staff; `server/features/office/roles.test.ts` tries each with each role. */
const ofStaff = Object.fromEntries(
  calls.filter(({ who }) => who === "staff").map((call) => [callName(call), { statuses: everyone(401) }]),
);

const table: Record<string, Entry> = {
  // about another member: view, like, write
  "GET /api/card.php": { statuses: whoSeesEva(200, { visitor: 200, outsider: 404, deleted: 200 }) },
  "GET /api/members.php": { statuses: everyone(200) },
  "GET /api/member-counts.php": { statuses: everyone(200) },
  "PUT /api/visitors.php": { statuses: members(200) },
  "POST /api/objection.php": {
    input: () => ({ body: { id: randomUUID(), text: "You are wrong" } }),
    statuses: members(404),
  },
  "POST /api/complaint-reply.php": {
    input: () => ({ body: { id: randomUUID(), text: "Still slow" } }),
    statuses: members(404),
  },
  "GET /api/complaint-thread.php": { input: () => ({ query: { token } }), statuses: everyone(404) },
  "POST /api/complaint-thread.php": {
    input: () => ({ body: { token, text: "Still slow" } }),
    statuses: everyone(404),
  },
  "GET /api/ban-request.php": { input: () => ({ query: { token } }), statuses: everyone(410) },
  "PUT /api/ban-request.php": { input: () => ({ body: { token, wanted: true } }), statuses: everyone(410) },
  "GET /api/notice.php": { input: () => ({ query: { token } }), statuses: everyone(410) },
  "PUT /api/notice.php": { input: () => ({ body: { token, text: "Look again" } }), statuses: everyone(410) },
  "POST /api/notice.php": {
    input: ({ eva }) => ({
      body: { place: eva.id, reason: "scam", text: "Fraud", name: "Eva", email: eva.email, good_faith: true },
    }),
    statuses: everyone(200),
  },
  "GET /api/statement.php": { input: () => ({ query: { token } }), statuses: everyone(404) },
  "POST /api/statement.php": { input: () => ({ body: { token, text: "You are wrong" } }), statuses: everyone(404) },
  "POST /api/age.php": { statuses: members(409) },
  "POST /api/age-document.php": { input: () => ({ body: Buffer.from("no picture") }), statuses: members(409) },
  "POST /api/verification.php": { statuses: members(409, { owner: 200 }) },
  "POST /api/selfie.php": { input: () => ({ body: Buffer.from("no picture") }), statuses: members(409) },
  "PUT /api/updates.php": { input: ({ eva }) => ({ body: { ids: [eva.id] } }), statuses: members(200) },
  "PUT /api/like.php": { statuses: members(200) },
  "DELETE /api/like.php": { statuses: members(200) },
  "POST /api/swipe.php": {
    input: ({ eva }) => ({ body: { id: eva.id, like: false } }),
    statuses: whoSeesEva(200, { owner: 422 }),
  },
  "DELETE /api/swipe.php": { statuses: members(409) },
  "GET /api/chats.php": { statuses: members(200) },
  "GET /api/chat.php": {
    input: ({ eva }) => ({ query: { member: eva.id } }),
    statuses: whoSeesEva(200, { ...namesBlock, owner: 422 }),
  },
  "GET /api/fraud-warning.php": { input: () => ({ query: { id: randomUUID() } }), statuses: members(404) },
  // Eva began the chat: its other member may decline it
  "PUT /api/decline.php": {
    input: ({ conversation }) => ({ body: { conversation: { id: conversation }, reason: "too_far" } }),
    statuses: { ...inEvasChat, owner: 404 },
  },
  "POST /api/gift.php": {
    input: ({ eva }) => ({ body: { member: eva.id, gift: "rose" } }),
    statuses: whoSeesEva(200, { ...namesBlock, owner: 422, free: 402 }),
  },
  "PUT /api/gift.php": { input: ({ gift }) => ({ body: { message: gift } }), statuses: hers(200) },
  "POST /api/message.php": {
    input: ({ eva }) => ({ body: { member: eva.id, text: "Hello" } }),
    statuses: whoSeesEva(200, { ...namesBlock, owner: 422, free: 402 }),
  },
  "POST /api/photo-message.php": {
    input: ({ eva }) => ({ body: { member: eva.id, text: "", file: Buffer.from("no picture") } }),
    statuses: whoSeesEva(415, { ...namesBlock, owner: 422, free: 402 }),
  },
  "DELETE /api/message.php": { input: () => ({ body: { message: randomUUID() } }), statuses: members(404) },
  "GET /api/chat-search.php": { input: () => ({ query: { q: "there" } }), statuses: members(200) },
  "POST /api/block.php": {
    statuses: members(200, { owner: 422, elsewhere: 404, left_behind: 404, unapproached: 404 }),
  },
  "DELETE /api/block.php": { statuses: members(200) },
  "POST /api/report.php": {
    input: ({ eva }) => ({ body: { member: eva.id, about: "profile", reason: "scam" } }),
    statuses: members(200, { owner: 422, elsewhere: 404, left_behind: 404, unapproached: 404 }),
  },
  "GET /api/blocks.php": {
    statuses: members(200),
    named: { blocker: "the list of blocked members has their names, to lift a block" },
  },

  // the caller's own data
  "PUT /api/user.php": { input: () => ({ body: { language: "de" } }), statuses: members(200) },
  "POST /api/user.php": { input: () => ({ body: { login: randomUUID(), password } }), statuses: everyone(401) },
  "PUT /api/profile.php": { input: () => ({ body: { about_me: "Anew" } }), statuses: members(200) },
  "PUT /api/sexuality.php": { input: () => ({ body: { seeks: "both" } }), statuses: members(200) },
  "PUT /api/preferences.php": { input: () => ({ body: { goals: ["dates"] } }), statuses: members(200) },
  "POST /api/photos.php": { input: () => ({ body: Buffer.from("no picture") }), statuses: members(415) },
  "PUT /api/photos.php": { input: ({ photo }) => ({ body: { photo } }), statuses: hers(200) },
  "DELETE /api/photos.php": { input: ({ photo }) => ({ body: { photo } }), statuses: hers(200) },
  "PUT /api/photo-order.php": {
    input: ({ photo }) => ({ body: { photos: [photo] } }),
    statuses: members(409, { owner: 200 }),
  },
  "PUT /api/photo-caption.php": { input: ({ photo }) => ({ body: { photo, caption: "Anew" } }), statuses: hers(200) },
  "PUT /api/photo-crop.php": {
    input: ({ photo }) => ({ body: { photo, crop: { x: 0, y: 0, width: 1, height: 0.5 } } }),
    // her body is not a picture here
    statuses: hers(422),
  },
  "GET /api/transactions.php": { statuses: members(200) },
  "GET /api/receipts.php": { input: ({ payment }) => ({ query: { payment } }), statuses: members(200) },
  "GET /api/payment.php": { input: ({ payment }) => ({ query: { id: payment } }), statuses: hers(200) },
  "POST /api/payment.php": {
    input: () => ({ body: { bundle_id: randomUUID(), amount: 1, method: "ideal", begin_at_once: true } }),
    statuses: members(404),
  },
  "GET /api/directdebit.php": {
    input: () => ({ query: { bundle_id: randomUUID() } }),
    statuses: members(404),
  },
  "POST /api/directdebit.php": {
    input: () => ({
      body: {
        bundle_id: randomUUID(),
        amount: 1,
        iban: "NL91ABNA0417164300",
        account_holder: "Eva",
        phone: "+31612345678",
        authorised: true,
      },
    }),
    statuses: members(404),
  },
  "GET /api/directdebit-confirm.php": { input: ({ debit }) => ({ query: { id: debit } }), statuses: hers(200) },
  "POST /api/directdebit-confirm.php": {
    input: ({ debit }) => ({ body: { id: debit, code: "000000", begin_at_once: true } }),
    statuses: hers(400),
  },
  "POST /api/directdebit-code.php": { input: ({ debit }) => ({ body: { id: debit } }), statuses: hers(200) },
  "POST /api/withdrawal.php": {
    input: ({ payment }) => ({ body: { payment_id: payment } }),
    statuses: hers(200),
  },
  "PUT /api/spending.php": { input: () => ({ body: { limit: 1000 } }), statuses: members(200) },
  "POST /api/purchase-pause.php": { input: () => ({ body: { days: 1 } }), statuses: members(200) },
  "DELETE /api/stored-methods.php": { input: () => ({ body: { id: randomUUID() } }), statuses: members(200) },
  "GET /api/discountcode.php": { input: () => ({ query: { code: "NOT-A-CODE" } }), statuses: members(404) },
  "DELETE /api/device.php": { input: ({ device }) => ({ body: { id: device } }), statuses: hers(200) },
  "PUT /api/notifications.php": {
    input: () => ({ body: { kind: "like", channel: "email", enabled: false } }),
    statuses: members(200),
  },
  "DELETE /api/notifications.php": { input: () => ({ body: { disabled: "fbl" } }), statuses: members(200) },
  "POST /api/user.php?push=1": { input: () => ({ body: { subscription: {} } }), statuses: members(400) },
  "DELETE /api/user.php?push=1": {
    input: () => ({ body: { endpoint: "https://fcm.googleapis.com/x" } }),
    statuses: members(200),
  },
  "POST /api/passkey-offer.php": { input: () => ({ body: { password } }), statuses: members(200, noDomain) },
  "POST /api/passkey.php": {
    input: () => ({ body: { name: "Key", response: credential } }),
    statuses: members(422, noDomain),
  },
  "PUT /api/passkey.php": { input: () => ({ body: { id: randomUUID(), name: "Key" } }), statuses: members(404) },
  "DELETE /api/passkey.php": { input: () => ({ body: { id: randomUUID() } }), statuses: members(404) },
  "PUT /api/password.php": {
    input: () => ({ body: { old_password: password, password: "a fine long pass phrase" } }),
    statuses: members(400),
  },
  "POST /api/mail-change.php": {
    input: () => ({ body: { email: "new@example.org", password } }),
    statuses: members(400),
  },
  "PUT /api/activation.php": { statuses: members(200) },
  "DELETE /api/account.php": { input: () => ({ body: { password } }), statuses: members(400) },

  // by a secret from a mail, which no viewer here has
  "GET /api/link.php": { input: () => ({ query: { token } }), statuses: everyone(410) },
  "POST /api/link.php": { input: () => ({ body: { token } }), statuses: everyone(410) },
  "PUT /api/mail-change.php": { input: () => ({ body: { token } }), statuses: everyone(410) },
  "GET /api/unsubscribe.php": { input: () => ({ query: { token } }), statuses: everyone(410) },
  "PUT /api/unsubscribe.php": {
    input: () => ({ body: { token, scope: "all", enabled: false } }),
    statuses: everyone(410),
  },
  "PUT /api/password-reset.php": {
    input: () => ({ body: { token, password: "a fine long pass phrase", password_again: "a fine long pass phrase" } }),
    statuses: everyone(410),
  },
  "POST /api/passkey-login.php": {
    input: () => ({ body: { response: credential } }),
    statuses: everyone(401, noDomain),
  },

  // for anyone, by what they know
  "POST /api/password-reset.php": {
    input: ({ eva }) => ({ body: { email: eva.email, way: "reset" } }),
    statuses: everyone(200, { elsewhere: 400, left_behind: 400 }),
  },
  "GET /api/withdrawal-request.php": { input: () => ({ query: { token } }), statuses: everyone(410) },
  "PUT /api/withdrawal-request.php": { input: () => ({ body: { token } }), statuses: everyone(410) },
  "POST /api/withdrawal-request.php": {
    input: ({ eva, payment }) => ({ body: { email: eva.email, number: payment } }),
    statuses: everyone(200),
  },
  "POST /api/complaint.php": {
    input: ({ eva }) => ({ body: { email: eva.email, text: "A complaint" } }),
    statuses: everyone(200),
  },
  "POST /api/ban-request.php": {
    input: ({ eva }) => ({ body: { email: eva.email, text: "" } }),
    statuses: everyone(200),
  },
  "POST /api/reactivation.php": { input: ({ eva }) => ({ body: { email: eva.email } }), statuses: everyone(200) },
  "POST /api/signup-check.php": {
    input: ({ eva }) => ({ body: { email: eva.email } }),
    statuses: everyone(409, { visitor: 400, deleted: 400, outsider: 400 }),
  },
  // with a first message to her
  "POST /api/signup.php": {
    input: ({ eva }) => {
      // only letters: a name may not hold a phone number, as digits in a row could be
      const mark = randomUUID()
        .slice(0, 8)
        .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
      const message = { to: eva.id, text: "Hello" };
      return { body: signupForm({ name: `New ${mark}`, email: `${mark}@example.org`, message }) };
    },
    statuses: everyone(409, { visitor: 200, deleted: 200, outsider: 400 }),
  },
  "POST /api/payment-webhook.php": { input: ({ payment }) => ({ body: { id: payment } }), statuses: everyone(401) },

  // the same for everyone
  "GET /api/passkey-login.php": { statuses: everyone(200, noDomain) },
  "GET /api/bundles.php": { statuses: everyone(200) },
  "GET /api/regions.php": { input: () => ({ query: { country: "NL" } }), statuses: everyone(200) },
  "GET /api/country-map.php": { input: () => ({ query: { country: "NL" } }), statuses: everyone(200) },
  "GET /api/cities.php": { input: () => ({ query: { country: "NL", text: "ams" } }), statuses: everyone(200) },
  "GET /api/geocode.php": { input: () => ({ query: { lat: 52.37, lon: 4.9 } }), statuses: everyone(200) },
  "GET /api/page-sections.php": { input: () => ({ query: { page: "terms" } }), statuses: everyone(200) },
  "GET /api/settings.php": { statuses: everyone(200) },
  "PUT /api/settings.php": { input: () => ({ body: { country: "NL" } }), statuses: everyone(200) },
  "POST /api/page-hidden.php": { input: () => ({ body: {} }), statuses: everyone(200) },

  // for staff, who are not members
  "POST /api/staff.php": {
    input: () => ({ body: { email: `${randomUUID()}@example.org`, password, code: "123456" } }),
    statuses: everyone(401),
  },
  "GET /api/staff-setup.php": { input: () => ({ query: { token } }), statuses: everyone(410) },
  "POST /api/staff-setup.php": { input: () => ({ body: { token, password } }), statuses: everyone(410) },
  "PUT /api/staff-setup.php": { input: () => ({ body: { token, code: "123456" } }), statuses: everyone(410) },
  "GET /api/staff-passkey-login.php": { statuses: everyone(200, noDomain) },
  ...ofStaff,
};

/**
 * The entry of a call that needs no row: all members may make it; if it is about a member, those who see her, herself
 * not if it can fail with `own_profile`, and if it is about a chat, those who are in it.
 */
function derivedEntry(call: Call): Entry | undefined {
  const derived = derivedInput(call, { member: "", conversation: "" });
  if (!derived) return undefined;
  if (derived.names.has("conversation")) return { statuses: inEvasChat };
  if (call.who === "anyone") return { statuses: everyone(200) };
  if (!derived.names.has("member")) return { statuses: members(200) };
  const change = {
    ...(call.errors.includes("own_profile") && { owner: 422 }),
    ...(call.errors.includes("blocked") && namesBlock),
  };
  return { statuses: whoSeesEva(200, change) };
}

/** The calls by which a member reaches one who may not see them, and why. */
const mayReach: Record<string, string> = {
  "POST /api/block.php": "her page takes the blocker away, as if they had left (0119)",
  "PUT /api/decline.php": "the answer to her own first message, which ends her waiting; its event has no name",
};

const isViewer = (kind: ViewerKind | UnseenSender): kind is ViewerKind =>
  !(unseenSenders as readonly string[]).includes(kind);
const entryOf = (call: Call) => table[callName(call)] ?? derivedEntry(call);

let count = 0;

/** Eva's words in an answer that this viewer may not read. */
function leaks(answer: { error?: unknown }, viewer: ViewerKind, { marks }: Scenario, named: boolean): string[] {
  // errors are exempt: they name the member to the one who blocked, and to the one who is blocked (R6.07)
  const text = JSON.stringify({ ...answer, error: undefined });
  const hidden = cutOffViewers.includes(viewer);
  // a logged-out caller may find her in the search, but not open her page
  const outside = viewer === "visitor" || viewer === "deleted";
  const secret = [
    ...(viewer === "owner" ? [] : marks.own),
    ...(viewer === "owner" || viewer === "party" ? [] : marks.chat),
    ...(hidden && !named ? marks.presence : []),
    ...(hidden || outside ? marks.page : []),
  ];
  return secret.filter((word) => text.includes(word));
}

test("quality: each call says who may make it", () => {
  const untold = calls.filter((call) => !entryOf(call)).map(callName);
  const names = new Set(calls.map(callName));
  expect(untold, "give it a row in the table of server/http/viewers.test.ts").toEqual([]);
  expect([...Object.keys(table), ...Object.keys(mayReach)].filter((name) => !names.has(name))).toEqual([]);
});

test.each(calls.map((call) => [callName(call), call] as const))("quality: who may see what: %s", async (name, call) => {
  const entry = entryOf(call);
  if (!entry) throw new Error(`add a row for ${name} to the table in server/http/viewers.test.ts`);
  const inputOf = (scenario: Scenario) => {
    const named = { member: scenario.eva.id, conversation: scenario.conversation };
    return entry.input?.(scenario) ?? derivedInput(call, named)?.input ?? {};
  };
  const example = shared.get("silent") as Scenario;
  const { eva, conversation } = example;
  const input = JSON.stringify(inputOf(example));
  const isAboutHer = input.includes(eva.id) || input.includes(conversation);
  const looks = [...viewers, ...(isAboutHer ? unseenSenders : [])].map(async (viewer) => {
    // a scenario takes some forty statements
    const isAnswered = !isViewer(viewer) || entry.statuses[viewer] < 400;
    const changes = (call.method !== "GET" || name === "GET /api/logout.php") && isAnswered;
    const known = changes ? undefined : shared.get(viewer);
    const scenario = known ?? (await makeScenario(given, viewer, passwordHash));
    // each from a different address: rate limits are tested elsewhere
    const address = `203.0.113.${++count % 250}`;
    const reached = listenForUnseen(given, scenario);
    const { status, body } = await scenario.client.call(call, inputOf(scenario) as never, { address });
    if (status === 500) throw new Error(`${name} answers 500: ${given.logged.at(-1)}`);
    const code = body.error?.code;
    if (code !== undefined) expect([...commonErrors, ...call.errors]).toContain(code);
    const leaked = isViewer(viewer) ? leaks(body, viewer, scenario, entry.named?.[viewer] !== undefined) : [];
    return { viewer, status, leaked, reached: await reached() };
  });
  const seen = await Promise.all(looks);
  expect(
    Object.fromEntries(seen.flatMap(({ viewer, status }) => (isViewer(viewer) ? [[viewer, status]] : []))),
    `if ${name} is right, give it a row in the table of server/http/viewers.test.ts`,
  ).toEqual(entry.statuses);
  expect(seen.filter(({ leaked }) => leaked.length > 0)).toEqual([]);
  const reaching = seen.filter(({ reached }) => reached.length > 0).map(({ viewer, reached }) => [viewer, ...reached]);
  if (mayReach[name]) expect(reaching, "it needs no line in mayReach any more").not.toEqual([]);
  else expect(reaching, `${name} reaches Eva from a member she can't see: call requireMutual`).toEqual([]);
});

describe("GET /photos/{id}/{size}.webp", () => {
  const sizes = ["thumb", "card", "full"];
  const seen: Record<ViewerKind, readonly string[]> = {
    owner: sizes,
    party: sizes,
    stranger: sizes,
    free: sizes,
    premium: sizes,
    invisible: sizes,
    // blocked members are in a list, with a small picture
    blocker: ["thumb"],
    blocked: [],
    elsewhere: [],
    left_behind: [],
    unapproached: [],
    // not logged in
    visitor: ["thumb", "card"],
    deleted: ["thumb", "card"],
    // nor has she said that visitors may see her
    outsider: [],
  };
  test.each(viewers)("quality: who may see which photo: %s", async (viewer) => {
    const { client, photo } = (shared.get(viewer) ?? {}) as Scenario;
    const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const got: string[] = [];
    for (const size of sizes) {
      const headers = { host: client.host, cookie };
      const { statusCode } = await given.app.inject({ url: `/photos/${photo}/${size}.webp`, headers });
      if (statusCode === 200) got.push(size);
      else expect(statusCode).toBe(404);
    }
    expect(got).toEqual(seen[viewer]);
  });
});

test.each(viewers)("quality: who may see a photo that Eva sent in a chat: %s", async (viewer) => {
  const { client, chatPhoto } = (shared.get(viewer) ?? {}) as Scenario;
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  for (const file of ["full.webp", "blurred.webp"]) {
    const headers = { host: client.host, cookie };
    const { statusCode } = await given.app.inject({ url: `/chat-photos/${chatPhoto}/${file}`, headers });
    expect(statusCode).toBe(viewer === "owner" || viewer === "party" ? 200 : 404);
  }
});
