import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { commonErrors } from "#contract/errors.ts";
import { testApp } from "#server/db/test-database.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { calls } from "./calls.ts";
import { callName, hasInputRow, inputAbout, type Things, thingsWith } from "./test-inputs.ts";
import {
  cutOffViewers,
  listenForUnseen,
  makeScenario,
  plantInLists,
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
  for (const viewer of [...viewers, ...unseenSenders]) {
    const scenario = await makeScenario(given, viewer, passwordHash);
    await plantInLists(given, viewer, scenario);
    shared.set(viewer, scenario);
  }
});
afterAll(() => given.close());

type Statuses = Record<ViewerKind, number>;
type Change = Partial<Statuses>;
const everyone = (status: number): Statuses =>
  Object.fromEntries(viewers.map((viewer) => [viewer, status])) as Statuses;
/** For logged-in members; a deleted member counts as logged out. */
const members = (status: number): Statuses => ({ ...everyone(status), visitor: 403, outsider: 403, deleted: 403 });
/** Those who can't see Eva. */
const cutOff: Change = { blocked: 404, blocker: 403, apart: 404, elsewhere: 404, left_behind: 404, unapproached: 404 };

/**
 * Who gets another status than `statusesOf` says. `usual`: those who may see what the call names get the same refusal
 * as others could; null: the call does not ask who may see it.
 */
const exceptions: Record<string, Change & { usual?: number | null }> = {
  "GET /api/card.php": { ...cutOff, outsider: 404 },
  "GET /api/fraud-warning.php": { usual: null },
  // she did it, and was shown then
  "PUT /api/visitors.php": { usual: null },
  "PUT /api/like.php": { usual: null },
  // of the caller's own things one that is gone
  "DELETE /api/shared-date.php": { usual: null },
  "POST /api/block.php": { blocked: 200, blocker: 200 },
  "POST /api/report.php": { blocked: 200, blocker: 200 },
  // Eva began the chat: its other member may decline it
  "PUT /api/decline.php": { owner: 404 },
  "POST /api/gift.php": { free: 402 },
  "POST /api/message.php": { free: 402 },
  "POST /api/photo-message.php": { free: 402 },
  // only in a chat in which both have written
  "POST /api/voice-message.php": { usual: 403 },
  "POST /api/talk.php": { usual: 403 },
  "PUT /api/photo-order.php": { ...members(409), owner: 200 },
  "POST /api/verification.php": { owner: 200 },
  "GET /api/receipts.php": { usual: null },
  "DELETE /api/voice-introduction.php": { usual: null },
  "POST /api/password-reset.php": { elsewhere: 400, left_behind: 400 },
  "POST /api/signup-check.php": { visitor: 400, deleted: 400, outsider: 400 },
  // with a first message to her
  "POST /api/signup.php": { ...everyone(409), visitor: 200, deleted: 200, outsider: 400 },
};

/** Things that only Eva has. */
const hers = ["gift", "photo", "payment", "debit", "device", "sharedDate"] as const;

/** The members that a call answers, by what it names: the two of a chat, only Eva, those who see her, or all. */
function audienceOf({ method }: Call, names: ReadonlySet<keyof Things>) {
  if (names.has("conversation") || names.has("talk")) return "chat";
  if (hers.some((name) => names.has(name))) return "owner";
  // what is taken back is the caller's own
  return names.has("member") && method !== "DELETE" ? "seers" : "all";
}

/** Who gets what status; all who may make the call get the usual one. */
function statusesOf(call: Call, audience: ReturnType<typeof audienceOf>, usual: number): Statuses {
  if (call.who === "staff" || call.who === "program") return everyone(401);
  const { usual: _, ...change } = exceptions[callName(call)] ?? {};
  const statuses = {
    chat: { ...members(404), owner: usual, party: usual, left_behind: usual },
    owner: { ...members(404), owner: usual },
    seers: {
      ...members(usual),
      ...cutOff,
      ...(call.errors.includes("own_profile") && { owner: 422 }),
      // the profile page and the chat name the block to the blocked member (R6.07)
      ...(call.errors.includes("blocked") && { blocked: 403 }),
    },
    all: call.who === "anyone" ? everyone(usual) : members(usual),
  };
  // the other site's host is an IP address here, and passkeys need a host name
  const noDomain = call.errors.includes("passkeys_unavailable") && { elsewhere: 409 };
  return { ...statuses[audience], ...noDomain, ...change };
}

/** Viewers who can't see Eva but may read her name in an answer, and why. */
const mayRead: Record<string, Partial<Record<ViewerKind, string>>> = {
  "GET /api/blocks.php": { blocker: "the list of blocked members has their names, to lift a block" },
};

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

test("quality: each exception is a call's", () => {
  const names = new Set(calls.map(callName));
  expect([...Object.keys(exceptions), ...Object.keys(mayReach)].filter((name) => !names.has(name))).toEqual([]);
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
  const aboutOf = ({ eva, ...ids }: Scenario) => {
    const own = { ...ids, member: eva.id, login: eva.email };
    return inputAbout(call, thingsWith(given.services, own));
  };
  const example = shared.get("silent") as Scenario;
  const { input = {}, names = new Set<keyof Things>() } = aboutOf(example) ?? {};
  const isAboutHer = [example.eva.id, example.conversation].some((id) => JSON.stringify(input).includes(id));
  const ask = async (viewer: ViewerKind | UnseenSender, isAnswered: boolean) => {
    // a scenario takes some forty statements
    const changes = (call.method !== "GET" || name === "GET /api/logout.php") && isAnswered;
    const earlier = changes ? undefined : shared.get(viewer);
    const scenario = earlier ?? (await makeScenario(given, viewer, passwordHash));
    // each from a different address: rate limits are tested elsewhere
    const address = `203.0.113.${++count % 250}`;
    const reached = listenForUnseen(given, scenario);
    const { status, body } = await scenario.client.call(call, aboutOf(scenario)?.input as never, { address });
    if (status === 500) throw new Error(`${name} answers 500: ${given.logged.at(-1)}`);
    const code = body.error?.code;
    if (code !== undefined) expect([...commonErrors, ...call.errors]).toContain(code);
    if (call.who === "member" && loggedOut.includes(viewer))
      expect([code, body.authentication_required]).toEqual(["authentication_required", true]);
    const leaked = isViewer(viewer) ? leaks(body, viewer, scenario, mayRead[name]?.[viewer] !== undefined) : [];
    return { viewer, status, leaked, reached: await reached() };
  };
  const exception = exceptions[name]?.usual;
  const audience = call.who === "member" && exception !== null ? audienceOf(call, names) : "all";
  const first = ({ chat: "party", owner: "owner", seers: "premium", all: "premium" } as const)[audience];
  // what asks for a key or a login that no viewer has is refused to all
  const { status: usual, ...one } = await ask(first, call.who === "member" || call.who === "anyone");
  if (exception) expect(usual).toBe(exception);
  else if (audience !== "all") expect([401, 403, 404], "it may show nothing here").not.toContain(usual);
  if (!hasInputRow(call)) expect(usual, "give it a row in server/http/test-inputs.ts").not.toBe(400);
  const statuses = statusesOf(call, audience, usual);
  const others = [...viewers, ...(isAboutHer ? unseenSenders : [])].filter((viewer) => viewer !== first);
  const looks = others.map((viewer) => ask(viewer, !isViewer(viewer) || statuses[viewer] < 400));
  const seen = [{ ...one, status: usual }, ...(await Promise.all(looks))];
  expect(
    Object.fromEntries(seen.flatMap(({ viewer, status }) => (isViewer(viewer) ? [[viewer, status]] : []))),
    `if ${name} is right, give it a row in the exceptions of server/http/viewers.test.ts`,
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
    const got: string[] = [];
    for (const size of sizes) {
      const { statusCode } = await client.get(`/photos/${photo}/${size}.webp`);
      if (statusCode === 200) got.push(size);
      else expect(statusCode).toBe(404);
    }
    expect(got).toEqual(seen[viewer]);
  });
});

test.each(viewers)("quality: who may see a photo that Eva sent in a chat: %s", async (viewer) => {
  const { client, chatPhoto } = (shared.get(viewer) ?? {}) as Scenario;
  for (const file of ["full.webp", "blurred.webp"]) {
    const { statusCode } = await client.get(`/chat-photos/${chatPhoto}/${file}`);
    expect(statusCode).toBe(viewer === "owner" || viewer === "party" ? 200 : 404);
  }
});

test.each(viewers)("R12.01 quality: who may hear a voice message that Eva sent in a chat: %s", async (viewer) => {
  const { client, voice } = (shared.get(viewer) ?? {}) as Scenario;
  const { statusCode } = await client.get(`/voice-messages/${voice}.webm`);
  expect(statusCode).toBe(viewer === "owner" || viewer === "party" ? 200 : 404);
});

test.each(viewers)("R12.01 quality: who may hear Eva's voice introduction: %s", async (viewer) => {
  const { client, introduction } = (shared.get(viewer) ?? {}) as Scenario;
  const { statusCode } = await client.get(`/voice-introductions/${introduction}.webm`);
  const hears: readonly string[] = ["owner", "party", "stranger", "free", "premium", "invisible"];
  expect(statusCode).toBe(hears.includes(viewer) ? 200 : 404);
});
