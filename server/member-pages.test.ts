import { sql } from "kysely";
import { redeemLink } from "#contract/account.ts";
import { logIn, logOut } from "#contract/auth.ts";
import { getChats, sendMessage } from "#contract/chat.ts";
import { freeConversations, languages } from "#contract/constants.ts";
import { welcomeWindowSeconds } from "#contract/discounts.ts";
import { dayMs } from "#contract/durations.ts";
import { pathIn } from "#contract/languages.ts";
import { getLikes, likeMember } from "#contract/likes.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createLink } from "#server/features/auth/index.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { expect } from "#server/test.ts";
import { createTexts } from "#server/texts.ts";
import { attributes, partOf, postForm, test, wordsOf } from "./test-pages.ts";

const texts = createTexts();

/** The first element of a page's HTML whose opening tag has the text, without other elements of its kind inside. */
const elementWith = (html: string, tag: string, text: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>.*?</${tag}>`, "gs"))]
    .map(([element]) => element)
    .find((element) => element.slice(0, element.indexOf(">")).includes(text)) ?? "";

test.for(languages)(
  "R2.04 %s: above a member's page are the warnings, in the language",
  async (language, { load, member }) => {
    const { client, email } = await member({ confirmed: false, createdAt: new Date("2026-11-18T18:00:00Z") });
    const { body } = await load(language, "/likes", { client });
    const area = elementWith(body, "section", `aria-label="${texts.t(language, "shell:warnings.area")}"`);
    const words = wordsOf(area);
    expect(words).toContain(texts.t(language, "account:reminder.title"));
    expect(words).toContain(texts.t(language, "account:reminder.text", { email }));
    expect(words).toContain(texts.t(language, "photos:alert.title"));
    expect(body.indexOf("<header")).toBeLessThan(body.indexOf(area));
    expect(body.indexOf(area)).toBeLessThan(body.indexOf("<main"));
  },
);

test("R4.01 an unconfirmed member reads beside the sent likes that they wait; a confirmed one does not", async ({
  load,
  member,
}) => {
  const other = await member({ gender: "male" });
  const said = async (confirmed: boolean) => {
    const { client } = await member({ confirmed });
    await client.call(likeMember, { body: { id: other.id } });
    return wordsOf(partOf((await load("en", "/likes/sent", { client })).body, "main"));
  };
  expect(await said(false)).toContain(texts.t("en", "likes:wait"));
  expect(await said(true)).not.toContain(texts.t("en", "likes:wait"));
});

test("R8.05 R4.25 without scripts the activation's button leads to what it did, not to the page of a used link", async ({
  app,
  member,
  services: { db, random, clock },
}) => {
  const { id, client } = await member({ confirmed: false });
  const token = await inTransaction(db, (trx) =>
    createLink(trx, random, { kind: "activation", accountId: id, now: clock.now() }),
  );
  const { status, words } = await postForm(app, client, `/${token}`, { token });
  expect([status, words.includes(texts.t("en", "account:activate.done_title"))]).toEqual([200, true]);
});

test("R2.09 members who have paid see their credits, with a badge at 10 or fewer; the others a link to Premium", async ({
  load,
  member,
}) => {
  const credits = async (amount: number, premium = true) => {
    const { client } = await member({ premium, credits: amount });
    const item = (to: string) => elementWith(navigation, "a", `href="${to}"`);
    const navigation = partOf((await load("en", "/likes", { client })).body, "nav");
    return { link: item("/credits"), badge: /badge-(\w+)/.exec(item("/credits"))?.[1], premium: item("/premium") };
  };
  const badges: [number, string | undefined][] = [
    [11, undefined],
    [10, "warning"],
    [1, "warning"],
    [0, "danger"],
  ];
  for (const [amount, badge] of badges) {
    const bar = await credits(amount);
    expect([bar.badge, bar.premium], `${amount} credits`).toEqual([badge, ""]);
    expect(wordsOf(bar.link)).toContain(texts.t("en", "navigation:credits"));
    if (badge) expect(wordsOf(bar.link)).toContain(texts.t("en", "navigation:credits_left", { count: amount }));
  }
  const free = await credits(10, false);
  expect([free.link, free.badge]).toEqual(["", undefined]);
  expect(wordsOf(free.premium)).toContain(texts.t("en", "navigation:premium"));
});

/** The page asks for a bonus of members who signed up lately by the machine's clock, so the tests of it use that. */
const bonusTest = test.extend("now", ({ services }) => {
  services.clock.set(new Date());
  return services.clock.now();
});
const banner = (html: string) => elementWith(html, "aside", "time-bonus");

bonusTest(
  "R4.15 R4.14 the banner of the bonus stands in the members area and links to the credits; without a login, later and after a purchase there is none",
  async ({ load, member, now, services, visitor }) => {
    const { client, id } = await member();
    for (const path of ["/members", "/chats", "/likes", "/premium"]) {
      expect(attributes(banner((await load("en", path, { client })).body), "href"), path).toEqual(["/credits"]);
    }
    expect(attributes(banner((await load("de", "/likes", { client })).body), "href")).toEqual(["/de/credits"]);
    for (const path of ["/notifications", "/profile", "/visitors", "/credits"]) {
      expect(banner((await load("en", path, { client })).body), path).toBe("");
    }
    expect(banner((await load("en", "/members", { client: visitor() })).body)).toBe("");
    await services.db.updateTable("accounts").set({ paid_since: now }).where("id", "=", id).execute();
    expect(banner((await load("en", "/members", { client })).body)).toBe("");
    const createdAt = new Date(now.getTime() - welcomeWindowSeconds * 1000);
    const late = await member({ createdAt });
    expect(banner((await load("en", "/members", { client: late.client })).body)).toBe("");
  },
);

bonusTest("R4.14 a logout takes the bonus away, and a login brings it back", async ({ load, now, signedUp }) => {
  expect(now.getTime()).toBeLessThanOrEqual(Date.now());
  const { client, form } = await signedUp();
  const bannerWords = async () => wordsOf(banner((await load("en", "/members", { client })).body));
  expect(await bannerWords()).toMatch(/25%.* 3:59:5\d|4:00:00/);
  await client.call(logOut);
  expect(await bannerWords()).toBe("");
  await client.call(logIn, { body: { login: form.email, password: form.password } });
  expect(await bannerWords()).toMatch(/25%/);
});

/** Does something while a table is missing: the calls that read it fail. */
async function without<T>(services: { db: Db }, table: string, run: () => Promise<T>): Promise<T> {
  await sql`alter table ${sql.table(table)} rename to missing_table`.execute(services.db);
  try {
    return await run();
  } finally {
    await sql`alter table missing_table rename to ${sql.table(table)}`.execute(services.db);
  }
}

bonusTest(
  "R8.04 a welcome code that cannot be read leaves the page as it is, without the banner",
  async ({ load, member, now: createdAt, services }) => {
    const { client } = await member({ createdAt });
    const page = await without(services, "discount_uses", () => load("en", "/members", { client }));
    expect([page.statusCode, banner(page.body)]).toEqual([200, ""]);
    expect(partOf(page.body, "main")).toContain(texts.t("en", "members:title"));
    expect(wordsOf(page.body)).not.toContain(texts.t("en", "shell:failure.unknown"));
    expect(banner((await load("en", "/members", { client })).body)).not.toBe("");
  },
);

test.for(["en", "de"] as const)(
  "R8.01 %s: a page that fails has the status 500 and a title; one with a message and a status of its own has those",
  async (language, { load, member, services }) => {
    const { client } = await member();
    const failed = await without(services, "visits", () => load(language, "/visitors", { client }));
    expect(failed.statusCode).toBe(500);
    expect(wordsOf(partOf(failed.body, "h1")).trim()).toBe(texts.t(language, "errors:internal_error"));
    expect(wordsOf(partOf(failed.body, "main"))).toContain("500");
    expect(wordsOf(partOf(failed.body, "main"))).toContain(texts.t(language, "shell:failure.unknown"));
    expect(attributes(partOf(failed.body, "main"), "href")).toEqual([
      pathIn(language, "/visitors"),
      pathIn(language, "/"),
      pathIn(language, "/status"),
      expect.stringMatching(/^mailto:[^?]+@[^?]+\?subject=500%20%2Fvisitors/),
    ]);

    const unknown = await load(language, "/transactions/5b0ac1c5-3c1d-4a56-b1d4-8d11f1d5c3a1", { client });
    expect(unknown.statusCode).toBe(404);
    expect(wordsOf(partOf(unknown.body, "h1")).trim()).toBe(texts.t(language, "errors:payment_not_found"));
    expect(attributes(partOf(unknown.body, "main"), "href")).toEqual([
      pathIn(language, "/"),
      pathIn(language, "/members"),
      expect.stringMatching(/^mailto:[^?]+@[^?]+\?subject=404%20%2Ftransactions/),
    ]);
  },
);

test.for(languages)(
  "R4.25 R4.01 R8.05 %s: an activation link is a page; after it the page says how many chats a free member can begin; used or expired it says that the activation failed, but not to a member who is confirmed",
  async (language, { load, member, services, visitor }) => {
    const { db, random, clock } = services;
    const linkOf = async () => {
      const { id } = await member({ confirmed: false });
      return await inTransaction(db, (trx) =>
        createLink(trx, random, { kind: "activation", accountId: id, now: clock.now() }),
      );
    };
    const expectFailed = async (token: string) => {
      const { statusCode, headers } = await load(language, `/${token}`);
      expect([statusCode, headers.location]).toEqual([302, pathIn(language, "/activate/error")]);
    };
    const token = await linkOf();
    expect((await load(language, `/${token}`)).statusCode).toBe(200);
    const client = visitor();
    const { body } = await client.call(redeemLink, { body: { token } });
    expect(body.error).toBeUndefined();
    await expectFailed(token);
    const late = await linkOf();
    clock.advance(7 * dayMs);
    await expectFailed(late);
    const failed = await load(language, "/activate/error");
    expect(wordsOf(partOf(failed.body, "main"))).toContain(wordsOf(texts.t(language, "account:activate.failed_text")));
    const confirmed = await load(language, "/activate/error", { client: (await member()).client });
    const said = wordsOf(partOf(confirmed.body, "main"));
    expect(said).toContain(wordsOf(texts.t(language, "account:activate.failed_done")));
    expect(said).not.toContain(wordsOf(texts.t(language, "account:activate.failed_title")));
    const redirectOf = async (options?: Parameters<typeof load>[2]) => {
      const { statusCode, headers } = await load(language, "/activate/done", options);
      return [statusCode, headers.location];
    };
    expect(await redirectOf()).toEqual([
      302,
      `${pathIn(language, "/login")}?next=${encodeURIComponent("/activate/done")}`,
    ]);
    const { client: unconfirmed } = await member({ confirmed: false });
    expect(await redirectOf({ client: unconfirmed })).toEqual([302, pathIn(language, "/activate/error")]);
    const done = await load(language, "/activate/done", { client: (await member()).client });
    const key = "account:activate.done_conversations";
    const conversations = wordsOf(texts.t(language, key, { conversations: freeConversations }));
    expect(conversations).toContain(String(freeConversations));
    expect(wordsOf(partOf(done.body, "main"))).toContain(conversations);
  },
);

test("D11.2 R6.07 without scripts a member's page has the forms of a report and of a block", async ({
  app,
  load,
  pair,
  services: { db },
}) => {
  const [anna, ben] = await pair();
  const url = `/members/${ben.id}`;
  const open = async (path: string) => partOf((await load("en", path, anna)).body, "main");
  const say = (key: string) => texts.t("en", `moderation:${key}`, { name: ben.name });
  const hidden = (form: string) =>
    Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
  const formOf = (main: string, call: string) =>
    [...main.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => form).find((form) => form.includes(`"${call}"`)) ?? "";
  const links = attributes(await open(url), "href").filter((href) => href.endsWith("#safety"));
  expect(links).toEqual([`${url}?safety=report#safety`, `${url}?safety=block#safety`]);

  const form = formOf(await open(`${url}?safety=report`), "reportMember");
  const [action = ""] = attributes(form, "action");
  const reports = async () =>
    await db.selectFrom("reports").select(["reason", "text"]).where("reported_id", "=", ben.id).execute();
  const post = (at: string, fields: Record<string, string>) =>
    postForm(app, anna.client, `${url}${at.split("#")[0]}`, fields);
  const refused = await post(action, hidden(form));
  expect([refused.status, refused.words.includes(texts.t("en", "errors:field.unknown_option"))]).toEqual([400, true]);
  const sent = await post(action, { ...hidden(form), reason: "scam", text: "He asked for money." });
  expect([sent.status, await reports()]).toEqual([302, [{ reason: "scam", text: "He asked for money." }]]);
  expect(wordsOf(await open(`${url}?safety=reported`))).toContain(say("report.sent"));

  const block = formOf(await open(`${url}?safety=block`), "blockMember");
  expect(wordsOf(block)).toContain(say("block.do"));
  expect((await post(attributes(block, "action")[0] ?? "", hidden(block))).status).toBe(302);
  const after = await load("en", url, anna);
  expect([after.statusCode, wordsOf(after.body).includes(say("block.do"))]).toEqual([403, false]);
});

test("R9.01 a like without scripts is a form: it is stored for the page's own form, and for no other call or site", async ({
  app,
  pair,
}) => {
  const [anna, ben] = await pair();
  const post = (who: typeof anna, fields: Record<string, string>, from = "http://localhost") =>
    app.inject({
      method: "POST",
      url: `/members/${ben.id}`,
      headers: {
        host: "localhost",
        accept: "text/html",
        "content-type": "application/x-www-form-urlencoded",
        origin: from,
        cookie: who.client.cookie,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const likes = async () => (await anna.client.call(getLikes)).body.liked.map(({ id }) => id);
  const like = { call: "likeMember", id: ben.id };

  const foreign = await post(anna, like, "https://elsewhere.example");
  expect([foreign.statusCode >= 400, await likes()]).toEqual([true, []]);
  for (const call of ["getLikes", "seeLike", "unblockMember", "deleteAccount"]) {
    expect((await post(anna, { call, id: ben.id })).statusCode, call).toBe(400);
  }
  const liked = await post(anna, like);
  expect([liked.statusCode, liked.headers.location, await likes()]).toEqual([302, `/members/${ben.id}`, [ben.id]]);
  // pressed twice, it stays
  await post(anna, like);
  expect(await likes()).toEqual([ben.id]);
  await post(anna, { call: "unlikeMember", id: ben.id });
  expect(await likes()).toEqual([]);

  const wrong = await post(anna, { call: "likeMember", id: "no member" });
  expect([wrong.statusCode, await likes()]).toEqual([400, []]);
});

test("R4.05 until the browser has said what it can do, the switch for pushes is not known yet: off, and disabled", async ({
  load,
  member,
}) => {
  const { body } = await load("en", "/notifications/told", { client: (await member()).client });
  const input = /<input[^>]*name="push"[^>]*>/.exec(body)?.[0] ?? "";
  expect(input).toContain("disabled");
  expect(input).not.toContain("checked");
});

test("D2.2 R11.01 a site that shows no questions has no page to choose them either", async ({
  load,
  member,
  services,
}) => {
  const { client, siteId } = await member();
  const statusNow = async () => {
    services.clock.advance(6_000);
    return (await load("en", "/profile/questions", { client })).statusCode;
  };
  expect(await statusNow()).toBe(200);
  await saveSetting(services.db, siteId, "visible_profile_fields", ["about_me"]);
  expect(await statusNow()).toBe(404);
  await services.db.deleteFrom("site_settings").where("key", "=", "visible_profile_fields").execute();
});

test("R4.17 a chat that is opened is read, also without scripts; one that a browser loads ahead is not", async ({
  load,
  pair,
}) => {
  const [anna, ben] = await pair();
  const { body } = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello Ben" } });
  const path = `/chats/${body.conversation.id}`;
  const unread = async () => (await ben.client.call(getChats)).body.chats.map((chat) => chat.num_unread_messages);
  await load("en", path, { client: ben.client, isAhead: true });
  expect(await unread()).toEqual([1]);
  const page = await load("en", path, { client: ben.client });
  expect(wordsOf(page.body)).toContain("Hello Ben");
  expect(await unread()).toEqual([0]);
});
