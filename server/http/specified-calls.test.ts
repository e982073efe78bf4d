import type { InjectOptions } from "fastify";
import { sendMessage } from "#contract/chat.ts";
import { likeMember } from "#contract/likes.ts";
import { testDevice } from "#server/features/notifications/test-device.ts";
import { test as base, expect } from "#server/test.ts";
import { calls } from "./calls.ts";

const password = "a fine long pass phrase";

/** The only header that section 7 of the specification requires for user.php. */
const client = { "x-request-type": "client" };

type Request = InjectOptions & { as?: "visitor" };

const test = base
  .extend("anna", { scope: "file" }, ({ signedUp }) => signedUp({ name: "Anna", email: "anna@example.org" }))
  /** Emil, who likes Anna and wrote to her, and their conversation. */
  .extend("emil", { scope: "file" }, async ({ anna, signedUp }) => {
    const emil = await signedUp({ name: "Emil", email: "emil@example.org", gender: "male", seeks: "female" });
    await emil.client.call(likeMember, { body: { id: anna.id } });
    const { body } = await emil.client.call(sendMessage, { body: { member: anna.id, text: "Hello" } });
    return { id: emil.id, conversation: body.conversation.id };
  })
  /** Sends a request as Anna's browser does from the site's page: it adds `Sec-Fetch-Site`, which no script can set. */
  .extend("ask", { scope: "file" }, ({ anna, app, emil: _ }) => {
    const { cookie } = anna.client;
    return async ({ as, headers, ...rest }: Request) => {
      const own = { host: "localhost", "sec-fetch-site": "same-origin", ...(as ? {} : { cookie }) };
      const answer = await app.inject({ ...rest, headers: { ...own, ...headers } });
      return { status: answer.statusCode, body: answer.json(), set: answer.cookies.map(({ name }) => name) };
    };
  });

const rows: [call: string, request: Request, answer: object][] = [
  ["GET user", { url: "/api/user.php", headers: client }, { user: { profile: { name: "Anna" }, status: "active" } }],
  [
    "POST user",
    { method: "POST", url: "/api/user.php", headers: client, payload: { login: "Anna", password }, as: "visitor" },
    { user: { profile: { name: "Anna" } } },
  ],
  [
    "PUT user",
    { method: "PUT", url: "/api/user.php", headers: client, payload: { language: "de" } },
    { user: { language: "de" } },
  ],
  [
    "POST user?push=1",
    {
      method: "POST",
      url: "/api/user.php?push=1",
      headers: client,
      payload: { subscription: testDevice("spec").subscription },
    },
    { subscribed: true },
  ],
  ["GET geocode", { url: "/api/geocode.php?lat=52.52&lon=13.4" }, { city: { name: "Berlin" } }],
  [
    "GET settings",
    { url: "/api/settings.php?route=/members", headers: { host: "127.0.0.1" } },
    { settings: { name: "Abendrot", domain_language: "de" } },
  ],
  [
    "GET chats",
    { url: "/api/chats.php" },
    { chats: [{ conversation: {}, profile: { name: "Emil" }, num_unread_messages: 1 }] },
  ],
  ["GET likes", { url: "/api/likes.php" }, { profiles: [{ name: "Emil" }], liked_by: [{ like_new: true }] }],
  ["POST page-hidden", { method: "POST", url: "/api/page-hidden.php", payload: {} }, { noted: true }],
  ["GET auto-like", { url: "/api/auto-like.php" }, { profile: null }],
  [
    "GET interests",
    { url: "/api/interests.php" },
    { interests: expect.arrayContaining([{ code: "wine", name: "Wine" }]) },
  ],
  [
    "GET regions",
    { url: "/api/regions.php?country=DK" },
    { regions: expect.arrayContaining([{ code: "DK-84", name: expect.any(String) }]) },
  ],
  ["GET companyinfo", { url: "/api/companyinfo.php" }, { company: { name: "Rendezvous Demo B.V.", country: "NL" } }],
  [
    "GET discountcode",
    { url: "/api/discountcode.php?welcome=true" },
    { discountcode: { code: "TIMEBONUS25", percentage: 25, validity: "once-per-user" } },
  ],
];
test.for(rows)(
  "R7.01 R7.02 %s answers section 7's request as section 7 says",
  async ([, request, expected], { ask }) => {
    const { status, body } = await ask(request);
    expect([status, body]).toEqual([200, expect.objectContaining({})]);
    expect(body).toMatchObject(expected);
  },
);

test("R7.01 DELETE chat takes the conversation; a repeat does no harm", async ({ ask, emil: { conversation } }) => {
  const request = { method: "DELETE", url: "/api/chat.php", payload: { conversation: { id: conversation } } } as const;
  expect(await ask(request)).toMatchObject({ status: 200, body: { deleted: true } });
  expect((await ask(request)).status).toBeLessThan(500);
  expect((await ask({ url: "/api/chats.php" })).body.chats).toEqual([]);
});

test("R7.01 GET logout ends the session", async ({ app, ask }) => {
  const login = {
    method: "POST",
    url: "/api/user.php",
    headers: client,
    payload: { login: "Anna", password },
  } as const;
  const { headers } = await app.inject({ ...login, headers: { ...client, "sec-fetch-site": "same-origin" } });
  const own = [headers["set-cookie"]].flat().map((each) => String(each).split(";")[0]);
  const before = await ask({ url: "/api/user.php", headers: { ...client, cookie: own.join("; ") } });
  expect(before.body.user.profile.name).toBe("Anna");
  expect((await ask({ url: "/api/logout.php", headers: { cookie: own.join("; ") } })).status).toBe(200);
  expect((await ask({ url: "/api/user.php", headers: { ...client, cookie: own.join("; ") } })).body.user).toBeNull();
});

test("R7.01 each of the sixteen calls of section 7 is served", () => {
  const served = calls.map(({ method, path, when }) => `${method} ${path}${when ? "?push=1" : ""}`);
  const specified = [...rows.map(([name]) => name), "DELETE chat", "GET logout"];
  for (const name of specified) {
    const [method, noun = ""] = name.split(" ");
    const [path, query] = noun.split("?");
    expect(served, name).toContain(`${method} /api/${path}.php${query ? `?${query}` : ""}`);
  }
  expect(specified.length).toBe(16);
});

const json = (method: "POST" | "PUT" | "DELETE", url: string, payload: object) => ({ method, url, payload });

test("R7.03 calls that charge, send, order or create require an Idempotency-Key, idempotent ones do not", async ({
  ask,
  emil,
}) => {
  const refused = [
    json("POST", "/api/message.php", { member: emil.id, text: "Hi" }),
    json("POST", "/api/payment.php", { bundle_id: emil.id }),
    json("POST", "/api/signup.php", {}),
    json("POST", "/api/password-reset.php", { email: "anna@example.org" }),
    json("POST", "/api/report.php", { member: emil.id }),
    { ...json("POST", "/api/photos.php", Buffer.from("x")), headers: { "content-type": "image/png" } },
  ];
  for (const request of refused) {
    expect((await ask(request)).body.error.code, request.url).toBe("idempotency_key_required");
  }
  const accepted = [
    json("POST", "/api/like.php", { id: emil.id }),
    json("PUT", "/api/like.php", { id: emil.id }),
    json("DELETE", "/api/like.php", { id: emil.id }),
    json("PUT", "/api/profile.php", { about_me: "Hello there" }),
    json("PUT", "/api/visitors.php", { ids: [emil.id] }),
    json("POST", "/api/block.php", { id: emil.id }),
    json("DELETE", "/api/block.php", { id: emil.id }),
  ];
  for (const request of accepted) expect((await ask(request)).status, request.url).toBe(200);
});

test("R7.03 a key that is only honoured gives the first answer again; with another body it is refused", async ({
  ask,
  emil,
}) => {
  const like = (member: string, key: string) =>
    ask({ ...json("POST", "/api/like.php", { id: member }), headers: { "idempotency-key": key } });
  const key = "0f5d2c1e-7e0b-4c55-9d0c-3a1f6f1b2c3d";
  const first = await like(emil.id, key);
  expect((await ask(json("DELETE", "/api/like.php", { id: emil.id }))).body).toEqual({ liked: false });
  expect(await like(emil.id, key)).toEqual(first);
  expect((await like("00000000-0000-4000-8000-000000000000", key)).body.error.code).toBe("idempotency_key_reused");
  expect((await like(emil.id, "no uuid")).body.error.code).toBe("idempotency_key_required");
});

test("R7.01 the OpenAPI document says which calls need a key", async ({ app }) => {
  const document = (await app.inject({ url: "/api/docs/json" })).json();
  const need = (path: string, method: string) =>
    document.paths[path][method].parameters.find((each: { name: string }) => each.name === "Idempotency-Key")?.required;
  expect([need("/api/message.php", "post"), need("/api/like.php", "post"), need("/api/age.php", "post")]).toEqual([
    true,
    false,
    undefined,
  ]);
});
