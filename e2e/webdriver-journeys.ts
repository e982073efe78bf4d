import { randomUUID } from "node:crypto";
import { join } from "node:path";
import sharp from "sharp";
import { ask } from "./database.ts";
import { giveCredits } from "./give-credits.ts";
import { sayIn } from "./texts.ts";
import type { User } from "./webdriver-user.ts";
import { address, origin } from "./world.ts";

const say = sayIn("en");
/** The part of a text before its first placeholder, which does not depend on the values. */
const start = (key: string) => say(key).split("{")[0]?.trim() ?? "";
const password = "three quiet words";

/**
 * Makes a member count as no longer new, and confirms their address and books the credits for that. So no alert or
 * introduction is in the way, and they may write.
 */
async function settle(email: string): Promise<string> {
  const [row] = await ask(
    `update accounts set status = 'active', confirmed_at = now() - interval '40 days',
       created_at = now() - interval '40 days' where email = $1 returning id`,
    [email],
  );
  const id = String(row?.id);
  await ask("update profiles set listed = true where member_id = $1", [id]);
  await giveCredits({ id }, 5);
  return id;
}

/** Another member, who has no browser: signs up and writes by calls. */
async function otherMember() {
  const cookies: string[] = [];
  const call = async (path: string, body: object): Promise<{ user?: { id: string } }> => {
    const headers = {
      origin,
      "content-type": "application/json",
      "x-request-type": "client",
      "idempotency-key": randomUUID(),
      cookie: cookies.join("; "),
    };
    const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    cookies.push(...answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? ""));
    return (await answer.json()) as { user?: { id: string } };
  };
  const email = `${randomUUID()}@example.org`;
  const name = `Bo ${randomUUID().slice(0, 6)}`;
  await call("/api/signup.php", {
    name,
    email,
    password,
    date_of_birth: "1991-11-03",
    gender: "male",
    seeks: "female",
    city_id: 2_950_159,
    sexuality_consent: true,
  });
  const id = await settle(email);
  const write = (to: string, text: string) => call("/api/message.php", { member: to, text });
  return { id, name, write };
}

/** D3: from the home page to the first matches, in the dialog over the page. */
export async function signUp(user: User): Promise<{ id: string; name: string }> {
  const name = `Ada ${randomUUID().slice(0, 6)}`;
  const email = `${randomUUID()}@example.org`;
  const continueTo = () => user.taps("button", say("account:signup.continue"), { exact: true });
  await user.open("/");
  await user.picture("home");
  await user.taps("link", say("home:sign_up"));
  await user.tapsElement(await user.seesSelector("dialog label:has(input[name=gender][value=female])"));
  await user.tapsElement(await user.seesSelector("dialog label:has(input[name=seeks][value=male])"));
  await user.picture("signup");
  await continueTo();
  await user.types(say("account:signup.name"), name);
  for (const [part, digits] of [
    ["day", "17"],
    ["month", "5"],
    ["year", "1994"],
  ] as const) {
    await user.types(say(`account:signup.${part}`), digits);
  }
  await continueTo();
  await user.types(say("account:signup.email"), email);
  await user.types(say("account:signup.password"), password);
  await user.tapsElement(await user.seesSelector("[name=sexuality_consent]"));
  await user.picture("signup-key");
  await user.taps("button", say("account:signup.send"));
  await user.untilAt("step=photo");
  await user.sees("link", say("account:complete.skip"), { exact: true });
  await user.picture("signup-photo");
  await user.taps("link", say("account:complete.skip"), { exact: true });
  await user.untilAt("step=location");
  await user.chooses(say("account:signup.country"), "DE");
  await user.types(say("account:signup.town"), "Berlin");
  await user.tapsElement(await user.seesSelector("[role=listbox] [role=option]"));
  await user.picture("signup-town");
  await continueTo();
  await user.untilAt("/signup-matches");
  await user.picture("signup-matches");
  return { id: await settle(email), name };
}

/** R1.02: filters in the sheet, a profile, and Back to the same place. */
export async function search(user: User): Promise<void> {
  await user.open("/members?filters=none");
  await user.picture("search");
  await user.tapsElement(await user.seesSelector(".filter-button"));
  await user.sees("dialog", say("members:search.filters"));
  await user.picture("filters");
  await user.tapsElement(await user.seesSelector("dialog label:has(input[name=photo])"));
  await user.tapsElement(await user.seesSelector("dialog button[type=submit]"));
  await user.untilAt("photo=");
  const card = "main ul li a[href*='/members/']";
  await user.sees("link", say("members:search.remove", { filter: say("members:filter.photo") }));
  await user.seesSelector(card);
  await user.picture("results");
  await user.tapsElement(await user.seesSelector(card));
  await user.seesSelector(".profile-actions");
  await user.picture("profile");
  await user.ask("history.back()");
  await user.untilAt("photo=");
  await user.seesSelector(card);
}

/** R1.04: a first message, and an answer that arrives in the open chat by itself. */
export async function chat(user: User, me: { id: string }): Promise<void> {
  const other = await otherMember();
  await user.open(`/members/${other.id}`);
  await user.tapsElement(await user.seesSelector(`a[href$="/members/${other.id}/chat"]`));
  await user.types(say("chat:composer.label", { name: other.name }), "Hello, is that your own boat?");
  await user.picture("composer");
  await user.taps("button", start("chat:composer.send_price_one"));
  await user.untilAt("/chats/");
  await user.sees("text", "Hello, is that your own boat?");
  await other.write(me.id, "It is, come aboard!");
  await user.sees("text", "It is, come aboard!");
  await user.picture("chat");
  await user.open("/chats");
  await user.sees("link", other.name);
  await user.picture("chats");
}

/** D8: a photo from a file, under inspection, then approved without a reload. */
export async function photo(user: User): Promise<void> {
  const file = join(user.folder, "photo.jpg");
  await sharp({ create: { width: 600, height: 750, channels: 3, background: "#b35" } })
    .jpeg()
    .toFile(file);
  await user.open("/profile");
  await user.types(start("photos:upload.choose_first"), file);
  await user.sees("text", say("photos:own.inspection"));
  await user.picture("photo");
  await user.gone("text", say("photos:own.inspection"));
}

/** D7: from the bundles to the sandbox's checkout, and back. */
export async function purchase(user: User): Promise<void> {
  await user.open("/credits");
  await user.picture("credits");
  await user.taps("link", say("credits:choose", { count: 10 }));
  await user.taps("choice", say("payments:methods.card"));
  await user.picture("order");
  await user.taps("choice", say("credits:order.begin", { days: 14 }));
  await user.taps("button", say("credits:order.button"));
  await user.taps("button", start("sandbox:pay"));
  await user.picture("bank");
  await user.taps("button", start("sandbox:approval.approve"));
  await user.sees("heading", say("payments:completed.title", { count: 10 }));
  await user.picture("paid");
}
