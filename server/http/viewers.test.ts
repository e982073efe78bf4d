import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { commonErrors } from "#contract/errors.ts";
import { testApp } from "#server/db/test-database.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { calls } from "./calls.ts";
import { derivedInput } from "./test-derived-rows.ts";
import { callName, inputAbout, thingsWith } from "./test-inputs.ts";
import {
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
    apart: 404,
    elsewhere: 404,
    left_behind: 404,
    unapproached: 404,
    ...change,
  });
/** The profile page and the chat name the block to the blocked member (R6.07). */
const namesBlock = { blocked: 403 };
/** For those in the chat of Eva and her partner; for a call about a chat. */
const inEvasChat = members(404, { owner: 200, party: 200, left_behind: 200 });
/** For those in a call of Eva and her partner that has ended. */
const inEvasTalk = (status: number) => members(404, { owner: status, party: status, left_behind: status });
/** Only for Eva. */
const hers = (status: number) => members(404, { owner: status });

/** The other site's host is an IP address here, and passkeys need a host name. */
const noDomain = { elsewhere: 409 };

/** Who gets what status of a call, if not all who may make it get 200, see `statusesOf`. */
const table: Record<string, Statuses> = {
  // about another member: view, like, write
  "GET /api/card.php": whoSeesEva(200, { visitor: 200, outsider: 404, deleted: 200 }),
  "PUT /api/visitors.php": members(200),
  "PUT /api/like.php": members(200),
  "DELETE /api/like.php": members(200),
  "DELETE /api/swipe.php": members(409),
  "GET /api/chat.php": whoSeesEva(200, { ...namesBlock, owner: 422 }),
  "GET /api/fraud-warning.php": members(404),
  // Eva began the chat: its other member may decline it
  "PUT /api/decline.php": { ...inEvasChat, owner: 404 },
  "POST /api/gift.php": whoSeesEva(200, { ...namesBlock, owner: 422, free: 402 }),
  "PUT /api/gift.php": hers(200),
  "PUT /api/reaction.php": hers(200),
  "POST /api/message.php": whoSeesEva(200, { ...namesBlock, owner: 422, free: 402 }),
  "POST /api/voice-introduction.php": members(422),
  "POST /api/photo-message.php": whoSeesEva(415, { ...namesBlock, owner: 422, free: 402 }),
  // only in a chat in which both have written
  "POST /api/voice-message.php": whoSeesEva(403, { ...namesBlock, owner: 422 }),
  "POST /api/talk.php": whoSeesEva(403, { ...namesBlock, owner: 422 }),
  "PUT /api/talk-accept.php": inEvasTalk(409),
  "PUT /api/talk-join.php": inEvasTalk(409),
  "PUT /api/talk-end.php": inEvasTalk(200),
  "PUT /api/talk-beat.php": inEvasTalk(200),
  "POST /api/talk-signal.php": inEvasTalk(409),
  "GET /api/talk-relay.php": inEvasTalk(409),
  "DELETE /api/message.php": members(404),
  "POST /api/block.php": members(200, { owner: 422, apart: 404, elsewhere: 404, left_behind: 404, unapproached: 404 }),
  "DELETE /api/block.php": members(200),
  "POST /api/report.php": members(200, { owner: 422, apart: 404, elsewhere: 404, left_behind: 404, unapproached: 404 }),
  "PUT /api/shared-date.php": whoSeesEva(200, { owner: 422 }),
  // by a link that none of them has
  "GET /api/partner-page.php": everyone(410),
  "GET /api/shared-date.php": everyone(410),
  "GET /api/imported.php": everyone(410),
  // ending one that is gone is no failure
  "DELETE /api/shared-date.php": members(200),
  "PUT /api/shared-date-fine.php": hers(200),
  "PUT /api/shared-date-link.php": hers(200),
  "PUT /api/shared-date-reminder.php": hers(200),
  "POST /api/objection.php": members(404),
  "POST /api/complaint-reply.php": members(404),
  "GET /api/complaint-thread.php": everyone(404),
  "POST /api/complaint-thread.php": everyone(404),
  "GET /api/ban-request.php": everyone(410),
  "PUT /api/ban-request.php": everyone(410),
  "GET /api/notice.php": everyone(410),
  "PUT /api/notice.php": everyone(410),
  "PUT /api/notice-reply.php": everyone(410),
  "GET /api/statement.php": everyone(404),
  "POST /api/statement.php": everyone(404),

  // the caller's own data
  "POST /api/age.php": members(409),
  "POST /api/age-document.php": members(409),
  "POST /api/verification.php": members(409, { owner: 200 }),
  "POST /api/selfie.php": members(409),
  "POST /api/photos.php": members(415),
  "PUT /api/photos.php": hers(200),
  "DELETE /api/photos.php": hers(200),
  "PUT /api/photo-order.php": members(409, { owner: 200 }),
  "PUT /api/photo-caption.php": hers(200),
  // her body is not a picture here
  "PUT /api/photo-crop.php": hers(422),
  "GET /api/payment.php": hers(200),
  "POST /api/payment.php": members(404),
  "GET /api/directdebit.php": members(404),
  "POST /api/directdebit.php": members(404),
  "GET /api/directdebit-confirm.php": hers(200),
  "POST /api/directdebit-confirm.php": hers(400),
  "POST /api/directdebit-code.php": hers(200),
  "POST /api/withdrawal.php": hers(200),
  "GET /api/discountcode.php": members(404),
  // with a code that does not exist
  "GET /api/bundles.php": everyone(400),
  "DELETE /api/device.php": hers(200),
  "POST /api/user.php?push=1": members(400),
  "POST /api/passkey-offer.php": members(200, noDomain),
  "POST /api/passkey.php": members(422, noDomain),
  "PUT /api/passkey.php": members(404),
  "DELETE /api/passkey.php": members(404),
  "PUT /api/password.php": members(400),
  "POST /api/mail-change.php": members(400),
  // all have confirmed their address
  "PUT /api/activation.php": members(409),
  "DELETE /api/account.php": members(400),

  // by a secret from a mail, which no viewer here has
  "POST /api/user.php": everyone(401),
  "GET /api/link.php": everyone(410),
  "POST /api/link.php": everyone(410),
  "PUT /api/mail-change.php": everyone(410),
  "GET /api/unsubscribe.php": everyone(410),
  "PUT /api/unsubscribe.php": everyone(410),
  "PUT /api/password-reset.php": everyone(410),
  "GET /api/passkey-login.php": everyone(200, noDomain),
  "POST /api/passkey-login.php": everyone(401, noDomain),
  "GET /api/withdrawal-request.php": everyone(410),
  "PUT /api/withdrawal-request.php": everyone(410),

  // for anyone, by what they know
  "POST /api/password-reset.php": everyone(200, { elsewhere: 400, left_behind: 400 }),
  "POST /api/signup-check.php": everyone(409, { visitor: 400, deleted: 400, outsider: 400 }),
  // with a first message to her
  "POST /api/signup.php": everyone(409, { visitor: 200, deleted: 200, outsider: 400 }),
  "POST /api/payment-webhook.php": everyone(401),

  // for staff, who are not members
  "GET /api/staff-passkey-login.php": everyone(200, noDomain),
  "POST /api/staff.php": everyone(401),
  "GET /api/staff-setup.php": everyone(410),
  "POST /api/staff-setup.php": everyone(410),
  "PUT /api/staff-setup.php": everyone(410),
};

/** Viewers who can't see Eva but may read her name in an answer, and why. */
const mayRead: Record<string, Partial<Record<ViewerKind, string>>> = {
  "GET /api/blocks.php": { blocker: "the list of blocked members has their names, to lift a block" },
};

/**
 * Without a row all who may make a call get 200: for a call about a member, those who see her, herself not if it can
 * fail with `own_profile`; for one about a chat, those who are in it.
 */
function statusesOf(call: Call): Statuses {
  const row = table[callName(call)];
  if (row) return row;
  if (call.who === "staff" || call.who === "program") return everyone(401);
  const names = derivedInput(call, { member: "", conversation: "" })?.names;
  if (names?.has("conversation")) return inEvasChat;
  if (call.who === "anyone") return everyone(200);
  if (!names?.has("member")) return members(200);
  return whoSeesEva(200, {
    ...(call.errors.includes("own_profile") && { owner: 422 }),
    ...(call.errors.includes("blocked") && namesBlock),
  });
}

/** The calls by which a member reaches one who may not see them, and why. */
const mayReach: Record<string, string> = {
  "POST /api/block.php": "her page takes the blocker away, as if they had left (0119)",
  "PUT /api/decline.php": "the answer to her own first message, which ends her waiting; its event has no name",
};

const isViewer = (kind: ViewerKind | UnseenSender): kind is ViewerKind =>
  !(unseenSenders as readonly string[]).includes(kind);

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
  const untold = calls.filter((call) => !inputAbout(call, thingsWith(given.services))).map(callName);
  const names = new Set(calls.map(callName));
  expect(untold, "give it a row in server/http/test-inputs.ts").toEqual([]);
  expect([...Object.keys(table), ...Object.keys(mayReach)].filter((name) => !names.has(name))).toEqual([]);
});

test("R3.06 R7.01 R7.02 no page of another site makes a call that changes something, nor a request without its header", async () => {
  const guarded = calls.filter(({ callers }) => callers === "same-origin");
  const namesOf = (some: readonly Call[]) => some.map(callName).toSorted();
  expect(namesOf(guarded.filter(({ method }) => method === "GET"))).toEqual([
    "GET /api/auto-like.php",
    "GET /api/logout.php",
  ]);
  const open = calls.filter((call) => call.method !== "GET" && !guarded.includes(call));
  expect(namesOf(open)).toEqual([
    "DELETE /api/program-bans.php",
    "POST /api/payment-webhook.php",
    "PUT /api/program-bans.php",
  ]);
  const { client } = shared.get("premium") as Scenario;
  for (const call of calls) {
    const input = (inputAbout(call, thingsWith(given.services))?.input ?? {}) as never;
    const codeOf = async (headers: Record<string, string | undefined>) =>
      (await client.call(call, input, { headers })).body.error?.code;
    if (guarded.includes(call)) expect(await codeOf({ "sec-fetch-site": "cross-site" })).toBe("wrong_origin");
    if (call.clientHeader) expect(await codeOf({ "x-request-type": undefined })).toBe("request_type_required");
  }
});

const loggedOut: readonly string[] = ["visitor", "outsider", "deleted"] satisfies ViewerKind[];

const named = calls.map((call) => [callName(call), call] as const);
test.each(named)("R6.03 R6.09 R11.04 who may see what: %s", async (name, call) => {
  const statuses = statusesOf(call);
  const inputOf = ({ eva, ...ids }: Scenario) => {
    const { conversation, gift, photo, payment, debit, device, sharedDate, talk } = ids;
    const own = {
      member: eva.id,
      login: eva.email,
      conversation,
      gift,
      photo,
      payment,
      debit,
      device,
      sharedDate,
      talk,
    };
    return inputAbout(call, thingsWith(given.services, own))?.input ?? {};
  };
  const example = shared.get("silent") as Scenario;
  const { eva, conversation } = example;
  const input = JSON.stringify(inputOf(example));
  const isAboutHer = input.includes(eva.id) || input.includes(conversation);
  const looks = [...viewers, ...(isAboutHer ? unseenSenders : [])].map(async (viewer) => {
    // a scenario takes some forty statements
    const isAnswered = !isViewer(viewer) || statuses[viewer] < 400;
    const changes = (call.method !== "GET" || name === "GET /api/logout.php") && isAnswered;
    const earlier = changes ? undefined : shared.get(viewer);
    const scenario = earlier ?? (await makeScenario(given, viewer, passwordHash));
    // each from a different address: rate limits are tested elsewhere
    const address = `203.0.113.${++count % 250}`;
    const reached = listenForUnseen(given, scenario);
    const { status, body } = await scenario.client.call(call, inputOf(scenario) as never, { address });
    if (status === 500) throw new Error(`${name} answers 500: ${given.logged.at(-1)}`);
    const code = body.error?.code;
    if (code !== undefined) expect([...commonErrors, ...call.errors]).toContain(code);
    if (call.who === "member" && loggedOut.includes(viewer))
      expect([code, body.authentication_required]).toEqual(["authentication_required", true]);
    const leaked = isViewer(viewer) ? leaks(body, viewer, scenario, mayRead[name]?.[viewer] !== undefined) : [];
    return { viewer, status, leaked, reached: await reached() };
  });
  const seen = await Promise.all(looks);
  expect(
    Object.fromEntries(seen.flatMap(({ viewer, status }) => (isViewer(viewer) ? [[viewer, status]] : []))),
    `if ${name} is right, give it a row in the table of server/http/viewers.test.ts`,
  ).toEqual(statuses);
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
    apart: [],
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

test.each(viewers)("R12.01 quality: who may hear a voice message that Eva sent in a chat: %s", async (viewer) => {
  const { client, voice } = (shared.get(viewer) ?? {}) as Scenario;
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const headers = { host: client.host, cookie };
  const { statusCode } = await given.app.inject({ url: `/voice-messages/${voice}.webm`, headers });
  expect(statusCode).toBe(viewer === "owner" || viewer === "party" ? 200 : 404);
});

test.each(viewers)("R12.01 quality: who may hear Eva's voice introduction: %s", async (viewer) => {
  const { client, introduction } = (shared.get(viewer) ?? {}) as Scenario;
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const headers = { host: client.host, cookie };
  const { statusCode } = await given.app.inject({ url: `/voice-introductions/${introduction}.webm`, headers });
  const hears: readonly string[] = ["owner", "party", "stranger", "free", "premium", "invisible"];
  expect(statusCode).toBe(hears.includes(viewer) ? 200 : 404);
});
