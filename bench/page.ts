import { chromium } from "@playwright/test";
import { sql } from "kysely";
import { getDeck } from "#contract/swipe.ts";
import { findChromiums } from "#e2e/chromium.ts";
import { freePort } from "#server/test-free-port.ts";
import { startWholeProduct } from "./database.ts";
import { ask, get } from "./load.ts";
import { demoMembers } from "./members.ts";
import { phoneSlowdown, score, tap, type, visit } from "./phone.ts";
import { atLeast, atMost, digits, figuresTable, type Goal, type Part } from "./report.ts";
import { median } from "./rounds.ts";

/**
 * `act`: the user's first interactions; INP is the longest of them. `scored`: Lighthouse visits it too. `listed`:
 * search engines may list the page.
 */
type Visited = { name: string; for: "visitors" | "members"; path: string; act: ReturnType<typeof tap> } & Options;
type Options = { scored?: boolean; listed?: boolean };

/**
 * Bytes are compressed; `total` is all files but photos. LCP and INP are milliseconds, Lighthouse's scores 0 to 100.
 * `slower`: how many times slower the CPU was made.
 */
type PageFigures = Pick<Visited, "for" | "listed"> &
  Awaited<ReturnType<typeof visit>> & { lighthouse?: Awaited<ReturnType<typeof score>> };

/** Pages of visitors, and of a member with a chat; some show another member. */
function pagesOf(chat: string, other: string): Visited[] {
  const menu = tap(".language-menu summary");
  return [
    { name: "home", for: "visitors", path: "/", act: menu, scored: true, listed: true },
    { name: "lander", for: "visitors", path: "/landers/gallery", act: menu, scored: true, listed: true },
    { name: "landing", for: "visitors", path: `/members/${other}/landing2`, act: type("textarea"), scored: true },
    { name: "pricing", for: "visitors", path: "/pricing", act: menu, scored: true, listed: true },
    { name: "terms", for: "visitors", path: "/pages/terms", act: menu },
    { name: "members", for: "members", path: "/members?filters=none", act: tap(".filter-button"), scored: true },
    { name: "profile", for: "members", path: `/members/${other}`, act: tap(".profile-actions button") },
    { name: "chat", for: "members", path: `/chats/${chat}`, act: type("textarea") },
    { name: "swipe", for: "members", path: "/swipe-game", act: tap(".swipe-button-like") },
  ];
}

/** A member who can like so many cards of the swipe game, one in each visit: some fit no one near. */
async function findSwiper<T extends { cookie: string }>(origin: string, members: readonly T[], cards: number) {
  for (const member of members) {
    const answer = await ask(origin, get(getDeck.path, { cookie: member.cookie }));
    const deck = getDeck.answer.parse(JSON.parse(answer));
    if (Math.min(deck.members.length, deck.likes.left) >= cards) return member;
  }
  throw new Error(`no member can like ${cards} cards`);
}

/** Measures several times; of each figure the median. */
async function medians<K extends string>(rounds: number, measure: () => Promise<Record<K, number>>) {
  const all = [await measure()];
  while (all.length < rounds) all.push(await measure());
  const of = (name: K) => median(all.map((figures) => figures[name]).sort((one, other) => one - other));
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((name) => [name, of(name as K)])) as Record<K, number>;
}

type Budget = [string, typeof atMost, number, number, of: (page: PageFigures) => number | undefined];
/** Budgets of visitors' pages before a touch, then of members': bytes in kB, and milliseconds. */
const budgets: Budget[] = [
  ["kB of scripts", atMost, 8, 185, ({ scripts }) => scripts / 1000],
  ["kB of styles", atMost, 20, 25, ({ styles }) => styles / 1000],
  ["kB without photos", atMost, 180, 260, ({ total }) => total / 1000],
  ["LCP in ms", atMost, 1800, 2200, ({ lcp }) => lcp],
  ["CLS", atMost, 0.02, 0.05, ({ cls }) => cls],
  ["INP in ms", atMost, 100, 150, ({ inp }) => inp],
  ["Lighthouse, performance", atLeast, 95, 95, ({ lighthouse }) => lighthouse?.performance],
  ["Lighthouse, accessibility", atLeast, 100, 100, ({ lighthouse }) => lighthouse?.accessibility],
  ["Lighthouse, best-practices", atLeast, 100, 100, ({ lighthouse }) => lighthouse?.["best-practices"]],
  // search engines get neither members' pages nor the landing page of a member
  ["Lighthouse, seo", atLeast, 100, 100, ({ lighthouse, listed }) => (listed ? lighthouse?.seo : undefined)],
];

/** Of each kind of pages the worst page is compared with its budget. */
function pageGoals(figures: Record<string, PageFigures>): Goal[] {
  return (["visitors", "members"] as const).flatMap((audience) =>
    budgets.flatMap(([what, goal, visitors, members, of]) => {
      const pages = Object.entries(figures).filter(([, page]) => page.for === audience && of(page) !== undefined);
      const valued = pages.map(([name, page]) => ({ name, value: of(page) ?? 0 }));
      const worst = valued.sort((one, other) => one.value - other.value).at(goal === atMost ? -1 : 0);
      const budget = audience === "visitors" ? visitors : members;
      return worst ? [goal(`pages of ${audience}: ${what} (${worst.name})`, worst.value, budget)] : [];
    }),
  );
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const columns: Record<string, (page: PageFigures) => string> = {
  "CPU slower": ({ slower }) => slower.toFixed(1),
  "kB: scripts / styles / all": ({ scripts, styles, total }) => [scripts, styles, total].map(kilobytes).join(" / "),
  "LCP ms": ({ lcp }) => digits(lcp),
  CLS: ({ cls }) => cls.toFixed(3),
  "INP ms": ({ inp }) => digits(inp),
  Lighthouse: ({ lighthouse }) => (lighthouse ? Object.values(lighthouse).join(" / ") : "–"),
};

/** The budgets of pages for a phone: first visits in Chromium on slow 4G with a slowed CPU, and Lighthouse. */
export async function page({ rounds }: { rounds: number }): Promise<Part> {
  await using running = new AsyncDisposableStack();
  // later portraits would slow the first pages
  const { db, origin } = await startWholeProduct(running, { DEMO_PHOTOS: "main" });
  const port = await freePort();
  const args = ["--no-sandbox", `--remote-debugging-port=${port}`];
  await using browser = await chromium.launch({ executablePath: findChromiums().browser, args });
  const [member, ...others] = await demoMembers(db, 32);
  const other = others.find(({ shown_to_visitors }) => shown_to_visitors);
  if (!member || !other) throw new Error("no members");
  // search engines get landers only if a site wants it; members' landing pages never (D10.3)
  await sql`insert into site_settings (site_id, key, value) select id, 'search_engines', '"all"' from sites
    on conflict (site_id, key) do update set value = excluded.value`.execute(db);
  const figures: Record<string, PageFigures> = {};
  for (const { name, for: audience, path, act, scored, listed = false } of pagesOf(member.chat, other.id)) {
    const url = origin + path;
    const swiper = name === "swipe" ? await findSwiper(origin, [member, ...others], rounds) : member;
    const cookie = audience === "members" ? swiper.cookie : null;
    // the machine is not equally fast all the time
    const slower = await phoneSlowdown(browser);
    const visits = await medians(rounds, () => visit(browser, { url, cookie, act, slower }));
    const scores = scored && { lighthouse: await medians(rounds, () => score(browser, url, cookie, port)) };
    figures[name] = { for: audience, ...visits, ...scores, listed };
    console.log(`${name} measured`);
  }
  return { figures, goals: pageGoals(figures), text: figuresTable("first visit, slow 4G", figures, columns) };
}
