import { getLink, getUser, redeemLink as redeemCall } from "#contract/account.ts";
import { type LinkKind, linkKinds } from "#contract/auth.ts";
import { lockAccount } from "#server/db/locks.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect } from "#server/test.ts";
import { createLink, linkLifetimes, redeemLink, revokeLinks } from "./email-links.ts";

const refused = [410, "link_invalid"];
/** Looking up a link that can't be used: an activation link leads to the page that says so (R8.05). */
const notFound = (kind: LinkKind) => (kind === "activation" ? [410, "activation_failed"] : refused);

const test = base
  .extend("anna", { scope: "file" }, ({ signedUp }) => signedUp({ name: "Anna", email: "anna@example.org" }))
  .extend("linkFor", { scope: "file" }, ({ anna, services }) => (kind: LinkKind, accountId = anna.id) => {
    const { db, random, clock } = services;
    return inTransaction(db, (trx) => createLink(trx, random, { kind, accountId, now: clock.now() }));
  })
  .extend("lookUp", { scope: "file" }, ({ visitor }) => async (token: string, host?: string) => {
    const { status, body } = await visitor(host).call(getLink, { query: { token } });
    return [status, body.error?.code ?? body.kind];
  })
  .extend("redeem", { scope: "file" }, ({ visitor }) => async (token: string, host?: string) => {
    const { status, body } = await visitor(host).call(redeemCall, { body: { token } });
    return [status, body.error?.code ?? body.kind];
  });

test("D3.6 looking a link up tells its kind and does not redeem it, however often", async ({ lookUp, linkFor }) => {
  for (const kind of linkKinds) {
    const token = await linkFor(kind);
    for (let times = 0; times < 3; times += 1) expect(await lookUp(token)).toEqual([200, kind]);
  }
});

test("D3.6 `own` is true only on a device that is logged in to the link's account", async ({
  linkFor,
  anna,
  visitor,
  signedUp,
}) => {
  const token = await linkFor("activation");
  const own = async (client: TestClient) => (await client.call(getLink, { query: { token } })).body.own;
  const ben = await signedUp({ name: "Ben", email: "ben@example.org" });
  expect(await own(anna.client)).toBe(true);
  expect(await own(ben.client)).toBe(false);
  expect(await own(visitor())).toBe(false);
  // on another site neither the session nor the link is valid
  expect((await visitor("127.0.0.1").call(getLink, { query: { token } })).status).toBe(410);
});

test("R8.05 a used link is refused in the specification's words, which ask for a new one", async ({
  redeem,
  linkFor,
  visitor,
}) => {
  const token = await linkFor("login");
  expect(await redeem(token)).toEqual([200, "login"]);
  expect(await redeem(token)).toEqual(refused);
  const { status, body } = await visitor().call(getLink, { query: { token } });
  expect([status, body.error]).toEqual([
    410,
    { code: "link_invalid", message: "Link expired or invalid, request a new email" },
  ]);
});

test("R8.05 an activation link that was used says that the activation failed, on its own site only", async ({
  redeem,
  lookUp,
  visitor,
  signedUp,
  services,
}) => {
  const ben = await signedUp({ name: "Used", email: "used@example.org" });
  const { db, random, clock } = services;
  const token = await inTransaction(db, (trx) =>
    createLink(trx, random, { kind: "activation", accountId: ben.id, now: clock.now() }),
  );
  await redeem(token);
  const { status, body } = await visitor().call(getLink, { query: { token } });
  expect([status, body.error]).toEqual([410, { code: "activation_failed", message: "Activation failed" }]);
  expect(await lookUp(token, "127.0.0.1")).toEqual(refused);
});

test("D3.6 a login link logs in the device on which its button is pressed", async ({ linkFor, anna, visitor }) => {
  const client = visitor();
  await client.call(redeemCall, { body: { token: await linkFor("login") } });
  expect((await client.call(getUser)).body.user?.id).toBe(anna.id);
});

test("D3.6 of simultaneous clicks on a login link only one logs in", async ({ redeem, linkFor }) => {
  const token = await linkFor("login");
  const answers = await Promise.all([redeem(token), redeem(token), redeem(token)]);
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
});

test("D3.6 altered, truncated, unknown and blank tokens are all invalid", async ({ redeem, lookUp, linkFor }) => {
  const token = await linkFor("login");
  const altered = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  for (const wrong of [altered, token.slice(0, 30), token.toLowerCase(), "a".repeat(43), " ", `${token} `]) {
    expect(await lookUp(wrong), wrong).toEqual(refused);
    expect(await redeem(wrong), wrong).toEqual(refused);
  }
  expect(await redeem(token)).toEqual([200, "login"]);
});

test("D2.1 a link of one site is unknown on the other", async ({ redeem, lookUp, linkFor }) => {
  const token = await linkFor("login");
  expect(await lookUp(token, "127.0.0.1")).toEqual(refused);
  expect(await redeem(token, "127.0.0.1")).toEqual(refused);
});

test.for(linkKinds)(
  "D3.6 a link of the kind %s works until it expires, and not a millisecond longer",
  async (kind, { lookUp, linkFor, services }) => {
    const { clock } = services;
    const before = clock.now();
    const token = await linkFor(kind);
    clock.advance(linkLifetimes[kind] - 1);
    expect(await lookUp(token)).toEqual([200, kind]);
    clock.advance(1);
    expect(await lookUp(token)).toEqual(notFound(kind));
    clock.set(before);
  },
);

test("D3.6 only the newest two login links work, and of other kinds the newest; revoked links do not", async ({
  lookUp,
  linkFor,
  anna,
  services,
}) => {
  const links = [];
  for (let times = 1; times <= 3; times += 1) {
    links.push(await linkFor("login"));
    services.clock.advance(1000);
  }
  const [first = "", second = "", third = ""] = links;
  const [change, newer] = [await linkFor("mail_change"), await linkFor("mail_change")];
  const other = await linkFor("reset");
  expect(await lookUp(first)).toEqual(refused);
  expect([await lookUp(second), await lookUp(third)]).toEqual([
    [200, "login"],
    [200, "login"],
  ]);
  expect([await lookUp(change), await lookUp(newer)]).toEqual([refused, [200, "mail_change"]]);
  await services.db
    .transaction()
    .execute(async (trx) => revokeLinks(await lockAccount(trx, anna.id), anna.id, ["login"]));
  expect([await lookUp(second), await lookUp(third)]).toEqual([refused, refused]);
  expect(await lookUp(other)).toEqual([200, "reset"]);
});

test("D3.6 a link that has its own screen is not redeemed by the general button", async ({
  redeem,
  lookUp,
  linkFor,
}) => {
  for (const kind of ["reset", "mail_change"] as const) {
    const token = await linkFor(kind);
    expect(await redeem(token)).toEqual(refused);
    expect(await lookUp(token)).toEqual([200, kind]);
  }
});

test("D3.9 links of a deleted account do not work, except those that restore it", async ({
  lookUp,
  linkFor,
  services,
  signedUp,
}) => {
  const { id } = await signedUp({ name: "Gone Gwen", email: "gwen@example.org" });
  const tokens = await Promise.all(linkKinds.map(async (kind) => [kind, await linkFor(kind, id)] as const));
  const gone = { status: "deleted", deleted_at: services.clock.now() };
  await services.db.updateTable("accounts").set(gone).where("id", "=", id).execute();
  for (const [kind, token] of tokens) {
    const restores = kind === "reactivation" || kind === "mail_undo";
    expect(await lookUp(token)).toEqual(restores ? [200, kind] : notFound(kind));
  }
});

test("D3.6 the database stores a token only as its hash", async ({ linkFor, services }) => {
  const token = await linkFor("reset");
  const rows = await services.db.selectFrom("email_links").selectAll().execute();
  expect(
    JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString("base64url") }))),
  ).not.toContain(token);
});

test("quality: two links of one account, redeemed at once, do not deadlock", async ({
  services,
  siteIds,
  signedUp,
}) => {
  const { db, random, clock } = services;
  const { id: accountId } = await signedUp({ name: "Two Links", email: "two-links@example.org" });
  const now = clock.now();
  const siteId = siteIds[0];
  const reset = await inTransaction(db, (trx) => createLink(trx, random, { kind: "reset", accountId, now }));
  const login = await inTransaction(db, (trx) => createLink(trx, random, { kind: "login", accountId, now }));
  let second: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    expect(await redeemLink(trx, siteId, reset, ["reset"], now)).toBeDefined();
    second = db.transaction().execute((other) => redeemLink(other, siteId, login, ["login"], now));
    await untilWaiting(db);
    // without the account lock the other one would hold its link here and wait for this account: a deadlock
    await revokeLinks(await lockAccount(trx, accountId), accountId, ["login"]);
  });
  expect(await second).toBeUndefined();
});
