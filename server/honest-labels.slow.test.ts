import { sendMessage } from "#contract/chat.ts";
import { languages } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember } from "#contract/members.ts";
import { blockMember, reportMember } from "#contract/moderation.ts";
import { getSettings } from "#contract/sites.ts";
import { rawText, readCatalogs } from "#locales/read-catalogs.ts";
import { testApp } from "#server/db/test-database.ts";
import { calls } from "#server/http/calls.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import routes from "#web/routes.ts";
import { mountPages } from "./mount-pages.ts";

/** Names that stand in no other text. */
const names = { fictional: "Fenna-Zyx", automatic: "Otto-Zyx", blocked: "Betty-Zyx" } as const;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern as the first parameter
  .extend("given", { scope: "file" }, async ({}, { onCleanup }) => {
    const given = await testApp((services) => [(app, lookups) => mountPages(app, lookups, services)]);
    onCleanup(given.close);
    return given;
  })
  /** A member who has met a fictional profile and a program everywhere. */
  .extend("world", { scope: "file" }, async ({ member }) => {
    const viewer = await member({ credits: 100, premium: true, gender: "male" });
    const fenna = await member({ name: names.fictional, fictional: true, photo: true, credits: 20 });
    const otto = await member({
      name: names.automatic,
      automatic: true,
      photo: true,
      credits: 20,
      shownToVisitors: true,
    });
    const betty = await member({ name: names.blocked, fictional: true, photo: true });
    const write = async (from: Member, to: Member) => {
      const answer = await from.client.call(sendMessage, { body: { member: to.id, text: "Good evening" } });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.conversation.id;
    };
    for (const other of [fenna, otto]) {
      await other.client.call(getMember, { query: { id: viewer.id } });
      await other.client.call(likeMember, { body: { id: viewer.id } });
    }
    await viewer.client.call(likeMember, { body: { id: fenna.id } });
    const conversation = await write(viewer, fenna);
    await write(fenna, viewer);
    const report = { member: fenna.id, about: "profile", reason: "other" } as const;
    await viewer.client.call(reportMember, { body: report });
    await viewer.client.call(blockMember, { body: { id: betty.id } });
    return { viewer, fenna, otto, conversation };
  });

type Route = { path?: string; children?: Route[] };
const pathsOf = (all: readonly Route[]): string[] =>
  all.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [`/${path}`]), ...pathsOf(children)]);
const patterns = ["/", ...pathsOf(routes as unknown as Route[])].filter(
  // staff have labels of their own screens (`person-line.tsx`), the others lead elsewhere
  (path) => !path.startsWith("/staff") && path !== "/*" && path !== "/:token" && path !== "/unsubscribe/:token",
);

/** A text as React writes it. */
const inMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;");

/** Pages that show one of them to a member or a visitor; what is not here shows no one, or someone else. */
const shownOn = [
  "/likes/m/:id",
  "/likes/:type",
  "/chats",
  "/members",
  "/members/:id",
  "/members/:id/landing",
  "/notifications/:section",
  "/decisions",
  "/chats/:id",
];

const card = /<(\/?)(li|article)\b[^>]*>/g;

/** The markup of the innermost card around a place: what a reader sees together with it. */
function cardAround(html: string, at: number): string {
  const open: { tag: string; begin: number }[] = [];
  for (const { 0: whole, 1: end, 2: tag = "", index } of html.matchAll(card)) {
    if (end === "") open.push({ tag, begin: index });
    else {
      const closed = open.findLastIndex((one) => one.tag === tag);
      const [one] = open.splice(closed);
      if (one && one.begin <= at && index >= at) return html.slice(one.begin, index + whole.length);
    }
  }
  return html;
}

const visible = (html: string) =>
  html.slice(Math.max(0, html.indexOf("<body"))).replace(/<(script|style|template)\b.*?<\/\1>/gs, "");

test("D11.1 on every page in 11 languages, a fictional profile or a program stands with its label", async ({
  app,
  world,
  visitor,
}) => {
  const { viewer, fenna, conversation } = world;
  const problems: string[] = [];
  const seen = new Set<string>();
  // the markup is the same in each language: the others only open what shows someone
  const labelled = new Set(patterns.flatMap((pattern) => [`${pattern} ${viewer.cookie}`, `${pattern} `]));
  for (const language of languages) {
    const { settings } = (await visitor().call(getSettings, { query: { route: "/" } }, { language })).body;
    const labels: Record<string, string> = {
      [names.fictional]: settings.fictional_warning,
      [names.blocked]: settings.fictional_warning,
      [names.automatic]: rawText(readCatalogs(language), "shell:automatic_label") ?? "no label",
    };
    for (const pattern of patterns) {
      const id = pattern.startsWith("/chats/") ? conversation : fenna.id;
      const path = pattern
        .replace(":id", id)
        .replace(":type", "received")
        .replace(":section", "blocked")
        .replace(/\/:\w+\?/g, "");
      for (const cookie of [viewer.cookie, ""]) {
        if (!labelled.has(`${pattern} ${cookie}`)) continue;
        const url = pathIn(language, path);
        const headers = { host: "localhost", accept: "text/html", cookie: `${cookie}; locale=${language}` };
        const { body } = await app.inject({ url, headers });
        const html = visible(body);
        if (!html.includes("-Zyx")) labelled.delete(`${pattern} ${cookie}`);
        for (const [name, label] of Object.entries(labels)) {
          for (const { index } of html.matchAll(new RegExp(name, "g"))) {
            seen.add(pattern);
            // a page with an id is about one member: the label is in its head
            const around = pattern.includes(":id") ? html : cardAround(html, index);
            if (!around.includes(inMarkup(label))) {
              problems.push(`${url}: ${html.slice(Math.max(0, index - 60), index + 30)}`);
            }
          }
        }
      }
    }
  }
  expect([...new Set(problems)]).toEqual([]);
  expect(shownOn.filter((pattern) => !seen.has(pattern))).toEqual([]);
}, 240_000);

/** Paths to objects that name a member without the flag. */
function unlabelled(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => unlabelled(one, `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  const { name, fictional, automatic } = value as { name?: unknown; fictional?: unknown; automatic?: unknown };
  const flagged = name === names.automatic ? automatic === true : fictional === true;
  const named = Object.values(names).some((one) => one === name);
  return [
    ...(named && !flagged ? [path] : []),
    ...Object.entries(value).flatMap(([key, one]) => unlabelled(one, `${path}.${key}`)),
  ];
}

test("D11.1 no answer of the API names a fictional profile or a program without its flag", async ({
  world,
  visitor,
}) => {
  const { viewer, fenna, otto, conversation } = world;
  const queries = [
    {},
    { id: fenna.id },
    { id: otto.id },
    { member: fenna.id },
    { conversation },
    { sort: "newest" },
    { text: "Zyx" },
  ];
  const problems: string[] = [];
  let named = 0;
  const reads = calls.filter(
    ({ method, who, path }) => method === "GET" && who !== "staff" && path !== "/api/logout.php",
  );
  for (const call of reads) {
    // a call ignores the fields that it does not name
    const differing = new Map(
      queries.map((query) => [JSON.stringify(call.query.safeParse(query).data ?? query), query]),
    );
    for (const query of differing.values()) {
      for (const client of [viewer.client, visitor()]) {
        const { body } = await client.call(call, { query } as never);
        if (JSON.stringify(body).includes("-Zyx")) named += 1;
        problems.push(...unlabelled(body, `${call.path} ${JSON.stringify(query)}`));
      }
    }
  }
  expect(problems).toEqual([]);
  expect(named).toBeGreaterThan(15);
});

/** Screens with other members, each with what leads from its card to a page with both buttons. */
const inReach: Record<string, (world: { fenna: Member; otto: Member; carla: Member }) => RegExp> = {
  "/members": ({ fenna }) => new RegExp(`href="/members/${fenna.id}"`),
  "/likes/received": ({ otto }) => new RegExp(`href="/likes/m/${otto.id}"`),
  "/likes/matches": ({ fenna }) => new RegExp(`href="/(?:likes/m|members)/${fenna.id}"`),
  // the menu of each chat has both, the fictional profile's name is in its label
  "/chats": () => new RegExp(`<button[^>]*aria-label="[^"]*${names.fictional}[^"]*"[^>]*aria-haspopup="menu"`),
  "/visitors": ({ carla }) => new RegExp(`href="/members/${carla.id}"`),
  "/swipe-game": ({ carla }) => new RegExp(`data-swipe="${carla.id}".*?href="/members/${carla.id}"`, "s"),
};

test("D11.2 report and block are two presses away from each screen that shows another member", async ({
  app,
  world,
  member,
}) => {
  const { viewer, fenna } = world;
  const carla = await member({ name: "Carla-Zyx", gender: "female", photo: true });
  await carla.client.call(getMember, { query: { id: viewer.id } });
  const load = async (url: string) =>
    visible(
      (await app.inject({ url, headers: { host: "localhost", accept: "text/html", cookie: viewer.cookie } })).body,
    );
  for (const [path, link] of Object.entries(inReach)) expect(await load(path), path).toMatch(link({ ...world, carla }));
  for (const path of [`/members/${fenna.id}`, `/likes/m/${fenna.id}`]) {
    const html = await load(path);
    for (const words of ["Report", "Block"]) {
      expect(html, path).toMatch(new RegExp(`<a [^>]*>(?:(?!</a>).)*${words} ${names.fictional}`, "s"));
    }
  }
  // news about the account name no other member
  const updates = await load("/updates");
  for (const name of Object.values(names)) expect(updates).not.toContain(name);
  // in a chat both are in its menu
  expect(await load(`/chats/${world.conversation}`)).toMatch(/<button[^>]*aria-label="More"/);
});
