import { getChats, sendMessage } from "#contract/chat.ts";
import { pathIn } from "#contract/languages.ts";
import { settingPath, settingSections } from "#contract/setting-sections.ts";
import { expect, type Member } from "#server/test.ts";
import { test as base, builtRoutes } from "./test-pages.ts";

const slugs = ["alonetonight", "collagelanding", "gallery", "iconslanding", "maplanding", "socialnetwork"];
const films = ["tinderswipe", "transitionsvideolanding", "video"];

/** The addresses that visitors may open, by the id of their screen. */
const forVisitors = ({ id }: Member): Record<string, string[]> => ({
  index: ["/"],
  complaints: ["/complaints"],
  "lang-config": ["/lang-config"],
  login: ["/login"],
  members: ["/members"],
  "members-id-landing": [`/members/${id}/landing`],
  "members-id-signup": [`/members/${id}/signup`],
  "members-id-card": [`/members/${id}/card`],
  "members-id-landing2-slug": [`/members/${id}/landing2`],
  "members-id-landing3-slug": [`/members/${id}/landing3`],
  pricing: ["/pricing"],
  "reset-password": ["/reset-password"],
  signup: ["/signup"],
  "activate-error": ["/activate/error"],
  "account-deleted": ["/account-deleted"],
  ...Object.fromEntries(
    ["ban", "cookies", "faq", "privacy", "return-policy", "service", "terms"].map((name) => [
      `pages-${name}`,
      [`/pages/${name}`],
    ]),
  ),
  ...Object.fromEntries([...slugs, ...films].map((name) => [`landers-${name}-slug`, [`/landers/${name}`]])),
});

/** The addresses of a member who has a chat with another, by the id of their screen. */
const forMembers = ({ id }: Member, other: Member): Record<string, string[]> => ({
  likes: ["/likes"],
  "likes-m-id": [`/likes/m/${id}`],
  "likes-type": ["/likes/received", "/likes/sent", "/likes/matches"],
  chats: ["/chats"],
  credits: ["/credits"],
  "credits-id-paymentmethod": ["/credits/10", "/credits/10/paypal"],
  "members-id": [`/members/${id}`],
  "members-id-chat": [`/members/${other.id}/chat`],
  "match-finder": ["/match-finder?question=who"],
  "activate-done": ["/activate/done"],
  "complete-signup": ["/complete-signup?step=photo"],
  notifications: ["/notifications"],
  "notifications-section": settingSections.map(settingPath),
  premium: ["/premium"],
  profile: ["/profile"],
  "signup-matches": ["/signup-matches"],
  "swipe-game": ["/swipe-game"],
  "transactions-id": ["/transactions"],
});

/** Screens for a link or an order that this address lacks: they say so, or lead to where one begins. */
const withoutLink = {
  "reset-password-do": "/reset-password/do",
  "mail-change-do": "/mail-change/do",
  token: "/abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH",
};
const redirects = { "/settings": "/notifications", "/directdebit": "/credits", "/credits/repeat-order": "/credits" };

const screenOf = (html: string) => /data-screen="([^"]*)"/.exec(html)?.[1];

const test = base.extend("open", { scope: "file" }, ({ app }) => (path: string, cookie = "") => {
  const headers = { host: "localhost", accept: "text/html", cookie };
  return app.inject({ url: path, headers });
});

// the routes are the same in each language: `public-pages` and the journey of the buttons open them in all of them
test.for(["en", "fi"] as const)(
  "R2.01 %s: every address of the specification answers with its screen",
  async (language, { open, pair, member }) => {
    const [anna, ben] = await pair({ photo: true, shownToVisitors: true });
    const cleo = await member({ photo: true });
    await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
    const wrong: string[] = [];
    const check = async (screens: Record<string, string[]>, cookie: string) => {
      for (const [screen, paths] of Object.entries(screens)) {
        for (const path of paths) {
          const { statusCode, body, headers } = await open(pathIn(language, path), cookie);
          const is = [statusCode, screenOf(body), body.includes(`<html lang="${language}"`)];
          if (String(is) !== String([200, screen, true])) wrong.push(`${path}: ${is} ${headers.location ?? ""}`);
        }
      }
    };
    await check(forVisitors(ben), `locale=${language}`);
    await check(forMembers(ben, cleo), `${anna.cookie}; locale=${language}`);
    expect(wrong).toEqual([]);
    for (const [screen, path] of Object.entries(withoutLink)) {
      const { statusCode, body } = await open(pathIn(language, path), `locale=${language}`);
      expect([statusCode, screenOf(body)]).toEqual([410, screen]);
    }
    for (const [path, to] of Object.entries(redirects)) {
      const { statusCode, headers } = await open(pathIn(language, path), `${anna.cookie}; locale=${language}`);
      expect([statusCode, headers.location]).toEqual([302, pathIn(language, to)]);
    }
    const [chat] = (await anna.client.call(getChats)).body.chats;
    const { body } = await open(
      pathIn(language, `/chats/${chat?.conversation.id}`),
      `${anna.cookie}; locale=${language}`,
    );
    expect(screenOf(body)).toBe("chats-id");
  },
);

test("R2.01 D10.3 a route names the viewers of its screen: other viewers get the login or another page", async ({
  open,
  member,
}) => {
  const { cookie } = await member({ photo: true });
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { path, who } of await builtRoutes()) {
    if (who === undefined || /[:*]/.test(path)) continue;
    seen.add(who);
    const [visitor, logged] = [await open(path), await open(path, cookie)];
    const toLogin = /^\/login\?next=/.test(String(visitor.headers.location));
    const away = logged.statusCode === 302;
    const fits = { everyone: !toLogin, visitors: !toLogin && away, members: toLogin, staff: !toLogin }[who];
    if (!fits) wrong.push(`${path}: ${who}, ${visitor.statusCode} ${visitor.headers.location}, ${logged.statusCode}`);
  }
  expect(wrong).toEqual([]);
  expect([...seen].toSorted()).toEqual(["everyone", "members", "staff", "visitors"]);
});
