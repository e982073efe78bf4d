import { createHmac } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectGoodScreen } from "./accessibility.ts";
import { inChat } from "./in-chat.ts";
import { launch } from "./launch.ts";
import { arrive, type Guest, password, send } from "./member.ts";
import { open, reload } from "./open.ts";
import { startOwnProduct } from "./own-product.ts";
import { picture } from "./picture.ts";
import { startRelay } from "./relay.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const t = (key: string, params = {}) => say(`talks:${key}`, params);

// the microphone is one that beeps, the camera shows a pattern, and the browser does not ask
const devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: launch(process.env.E2E_SHELL, devices), permissions: ["microphone", "camera"] });

const askButton = (page: Page) => page.getByRole("button", { name: say("chat:call.ask") });
const screenOf = (page: Page, name: string) => page.getByRole("dialog", { name: t("title", { name }) });
const button = (page: Page, key: string, params = {}) =>
  page.getByRole("button", { name: t(key, params), exact: true });
const ringOf = (page: Page, name: string) => page.getByRole("region", { name: t("ring.title", { name }) });

/** Records the page's connections, so that a journey can ask them what they sent and received. */
async function recordConnections({ page }: Guest): Promise<void> {
  await page.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    Object.assign(globalThis, { connections: made });
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        made.push(this);
      }
    };
  });
}

/** The secret of the relay through which the product's calls go; undefined: it has none, so they are direct. */
const secret = process.env.E2E_RELAY_SECRET;
const withoutRelay = "this machine has no coturn";

type Flow = { sound: number; picture: number; width: number; kinds: string[] };

/** What the page's newest connection has received, and over which kinds of addresses. */
const flowOf = (page: Page): Promise<Flow> =>
  page.evaluate(async () => {
    const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
    const flow = { sound: 0, picture: 0, width: 0, kinds: [] as string[] };
    const reports = [...((await connections.at(-1)?.getStats()) ?? new Map()).values()];
    for (const report of reports) {
      if (report.type === "inbound-rtp" && report.kind === "audio") flow.sound += report.bytesReceived;
      if (report.type === "inbound-rtp" && report.kind === "video") {
        flow.picture += report.bytesReceived;
        flow.width = report.frameWidth ?? 0;
      }
      if (/^(?:local|remote)-candidate$/.test(report.type)) flow.kinds.push(report.candidateType);
    }
    return flow;
  });

/** How many connections the page has made. */
const countConnections = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { connections: unknown[] }).connections.length);

const countBoth = (both: readonly Guest[]) => Promise.all(both.map(({ page }) => countConnections(page)));

/** Sound comes in, now and not only before. */
async function expectSound(page: Page): Promise<void> {
  const { sound: before } = await flowOf(page);
  await expect.poll(async () => (await flowOf(page)).sound, { timeout: 15_000 }).toBeGreaterThan(before);
}

/** She asks from their chat. */
async function ask(she: Guest, he: Guest): Promise<void> {
  await askButton(she.page).click();
  await button(she.page, "ask.do", { name: he.name }).click();
  await expect(screenOf(she.page, he.name).getByText(t("asking.title", { name: he.name }))).toBeVisible();
}

async function take(he: Pick<Guest, "page">, she: Pick<Guest, "name">): Promise<void> {
  await ringOf(he.page, she.name)
    .getByRole("button", { name: t("ring.take") })
    .click();
  await expectConnected(he, she);
}

const expectConnected = ({ page }: Pick<Guest, "page">, { name }: Pick<Guest, "name">) =>
  expect(screenOf(page, name).getByText(t("peer.connected"))).toBeVisible({ timeout: 15_000 });

/**
 * A relay for one journey alone, with the secret that the product's credentials are made of. `lifeSeconds`: how long
 * those are good; without it as long as the product's.
 */
async function startOwnRelay(more: readonly string[] = [], lifeSeconds?: number) {
  const relay = await startRelay(secret, more);
  if (relay === null) throw new Error(withoutRelay);
  const arrange = async ({ context }: Guest) => {
    await context.route(/\/api\/talk-relay\.php/, async (route) => {
      const answer = await (await route.fetch()).json();
      for (const server of answer.servers) {
        server.urls = [relay.urls];
        if (lifeSeconds !== undefined) Object.assign(server, loginFor(relay.secret, lifeSeconds));
      }
      await route.fulfill({ json: answer });
    });
  };
  return { relay, arrange };
}

function loginFor(key: string, seconds: number) {
  const username = `${Math.floor(Date.now() / 1000) + seconds}:journey`;
  return { username, credential: createHmac("sha1", key).update(username).digest("base64") };
}

/** Both are in a call. */
async function inTalk(
  browser: Parameters<typeof inChat>[0],
  arrange: (each: Guest) => Promise<void> = async () => {},
): Promise<[Guest, Guest]> {
  const [she, he] = await inChat(browser);
  for (const each of [she, he]) {
    await arrange(each);
    await recordConnections(each);
    await reload(each.page);
  }
  await ask(she, he);
  await take(he, she);
  await expectConnected(she, he);
  return [she, he];
}

test("R12.02 she asks, he takes the call, they hear each other while they look around, and she hangs up", {
  tag: "@core",
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  for (const each of [she, he]) {
    await recordConnections(each);
    await reload(each.page);
  }
  await test.step("what a call is stands there before she asks", async () => {
    await askButton(she.page).click();
    const sheet = she.page.getByRole("dialog", { name: t("ask.title", { name: he.name }) });
    await expect(sheet.getByText(t("ask.both", { name: he.name }))).toBeVisible();
    await expect(sheet.getByText(t(secret === undefined ? "ask.direct" : "ask.hidden"))).toBeVisible();
    await expect(sheet.getByText(t("price.free"))).toBeVisible();
    await expectGoodScreen(she.page, "ask", { largeText: true });
    await button(she.page, "ask.do", { name: he.name }).click();
    await expect(screenOf(she.page, he.name).getByText(t("asking.title", { name: he.name }))).toBeVisible();
    await expectGoodScreen(she.page, "asking", { largeText: true });
  });
  await test.step("it rings for him, also on another page, and he takes it", async () => {
    await expect(ringOf(he.page, she.name)).toBeVisible();
    await he.page.getByRole("link", { name: say("chat:header.back") }).click();
    await expect(ringOf(he.page, she.name)).toBeVisible();
    // it covers the page below it, so it is not checked as a screen
    await expectAccessible(he.page);
    await picture(he.page, "ring");
    await take(he, she);
  });
  await test.step("each hears the other", async () => {
    await expectSound(she.page);
    await expectSound(he.page);
    await expectGoodScreen(he.page, "talk", { largeText: true });
  });
  await test.step("muted, he says so to himself alone", async () => {
    await button(he.page, "control.mute").click();
    await expect(button(he.page, "control.unmute")).toBeVisible();
  });
  await test.step("Back makes it small, and it goes on while he looks at another page", async () => {
    await he.page.goBack();
    await expect(screenOf(he.page, she.name)).toHaveCount(0);
    await he.page
      .getByRole("link", { name: say("navigation:likes"), exact: true })
      .first()
      .click();
    await he.page.waitForURL(/\/likes/);
    await expectSound(he.page);
    await picture(he.page, "small");
    await button(he.page, "open").click();
    await expect(button(he.page, "control.unmute")).toBeVisible();
  });
  await test.step("she hangs up: it is over for both, and the chat says how long it was", async () => {
    await screenOf(she.page, he.name)
      .getByRole("button", { name: t("control.hang_up") })
      .click();
    for (const { page } of [she, he]) {
      await expect(page.getByRole("dialog", { name: t("ended.hung_up") })).toBeVisible();
    }
    await expectGoodScreen(she.page, "ended", { largeText: true });
    await she.page.getByRole("button", { name: say("moderation:report.done") }).click();
    await expect(she.page.locator(".chat-line", { hasText: /Call at/ })).toBeVisible();
  });
  await test.step("D11.2 he reports it with two taps", async () => {
    await button(he.page, "report.do").click();
    await he.page.getByRole("button", { name: say("moderation:reasons.harassment") }).click();
    await expect(he.page.getByText(say("moderation:report.sent"))).toBeVisible();
    await expectGoodScreen(he.page, "reported", { largeText: true });
    await he.page.getByLabel(say("moderation:report.text")).fill("She insulted me");
    await button(he.page, "report.add").click();
    await expect(he.page.getByText(say("moderation:report.changed"))).toBeVisible();
  });
});

test("R12.02 “Not now” is silent, she reads that there is no answer, and he sees later that she asked", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  await ask(she, he);
  await ringOf(he.page, she.name)
    .getByRole("button", { name: t("ring.not_now") })
    .click();
  await expect(she.page.getByRole("dialog", { name: t("ended.no_answer") })).toBeVisible();
  await picture(she.page, "no-answer");
  await expect(ringOf(he.page, she.name)).toHaveCount(0);
  await expect(he.page.locator(".chat-line", { hasText: she.name })).toBeVisible();
});

test("R12.02 both ask at the same moment: both have pressed, and it begins", { tag: "@one-width" }, async ({
  browser,
}) => {
  const [she, he] = await inChat(browser);
  for (const { page } of [she, he]) await askButton(page).click();
  await Promise.all([
    button(she.page, "ask.do", { name: he.name }).click(),
    button(he.page, "ask.do", { name: she.name }).click(),
  ]);
  for (const [own, other] of [
    [she, he],
    [he, she],
  ] as const) {
    await expectConnected(own, other);
  }
});

test("R12.02 the camera is soft until both want to be seen clearly", { tag: "@one-width" }, async ({ browser }) => {
  const [she, he] = await inTalk(browser);
  await button(she.page, "control.camera_on").click();
  await expect(button(she.page, "control.camera_off")).toBeVisible();
  await expect(he.page.getByLabel(t("picture.theirs", { name: she.name }))).toBeVisible();
  await expect.poll(async () => (await flowOf(he.page)).picture).toBeGreaterThan(0);
  await expect(he.page.getByText(t("clarity.none"))).toBeVisible();
  await expect.poll(async () => (await flowOf(he.page)).width).toBe(320);
  await picture(he.page, "soft");
  await button(she.page, "control.clear_on").click();
  await expect(he.page.getByText(t("clarity.theirs", { name: she.name }))).toBeVisible();
  expect((await flowOf(he.page)).width).toBe(320);
  await button(he.page, "control.clear_on").click();
  for (const { page } of [she, he]) await expect(page.getByText(t("clarity.both"))).toBeVisible();
  await expect.poll(async () => (await flowOf(he.page)).width, { timeout: 15_000 }).toBeGreaterThan(320);
  await expectGoodScreen(he.page, "clear", { largeText: true });
  await button(he.page, "control.clear_off").click();
  await expect.poll(async () => (await flowOf(he.page)).width, { timeout: 15_000 }).toBe(320);
});

test("R12.02 a page that is loaded anew returns to the call with one press, on either side", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inTalk(browser);
  for (const [own, other] of [
    [he, she],
    [she, he],
  ] as const) {
    await reload(own.page);
    await own.page.getByRole("button", { name: t("left.return") }).click();
    await expectConnected(own, other);
    await expectSound(own.page);
    await expectSound(other.page);
  }
});

test("R12.02 a block ends the call at once for both", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inTalk(browser);
  await send(she.context, "POST", "/api/block.php", { id: he.id });
  await expect(he.page.getByRole("dialog", { name: t("ended.closed") })).toBeVisible();
  await expect(she.page.getByRole("dialog", { name: t("ended.closed") })).toBeVisible();
});

test("R12.02 it rings on each page and device, also on a page opened meanwhile; taken on one, the others are silent", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const device = await browser.newContext();
  await send(device, "POST", "/api/user.php", { login: he.email, password });
  const other = await device.newPage();
  await open(other, "/likes");
  await ask(she, he);
  const late = await he.context.newPage();
  await open(late, "/members");
  for (const page of [he.page, other, late]) await expect(ringOf(page, she.name)).toBeVisible();
  await take({ page: late }, she);
  for (const page of [he.page, other]) await expect(ringOf(page, she.name)).toHaveCount(0);
  await expectConnected(she, he);
  // nor does it ring on a page that is opened now
  await reload(other);
  await expect(other.getByRole("link", { name: say("navigation:likes"), exact: true }).first()).toBeVisible();
  await expect(ringOf(other, she.name)).toHaveCount(0);
});

test("R12.02 “Not now” on one page is not now on each", { tag: "@one-width" }, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const other = await he.context.newPage();
  await open(other, "/likes");
  await ask(she, he);
  for (const page of [he.page, other]) await expect(ringOf(page, she.name)).toBeVisible();
  await ringOf(other, she.name)
    .getByRole("button", { name: t("ring.not_now") })
    .click();
  await expect(ringOf(he.page, she.name)).toHaveCount(0);
  await expect(she.page.getByRole("dialog", { name: t("ended.no_answer") })).toBeVisible();
});

test("R12.02 a third who asks while two talk rings for herself alone; he reads afterwards that she asked", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inTalk(browser);
  const cleo = await arrive(browser, "Cleo");
  await send(cleo.context, "POST", "/api/message.php", { member: he.id, text: "Hello" });
  await send(he.context, "POST", "/api/message.php", { member: cleo.id, text: "Hello Cleo" });
  await open(cleo.page, `/members/${he.id}/chat`);
  await ask(cleo, he);
  await expectSound(he.page);
  await expect(ringOf(he.page, cleo.name)).toHaveCount(0);
  await expectConnected(he, she);
  await button(cleo.page, "asking.cancel").click();
  await expect(screenOf(cleo.page, he.name)).toHaveCount(0);
  await expectSound(she.page);
  await screenOf(he.page, she.name)
    .getByRole("button", { name: t("control.hang_up") })
    .click();
  await open(he.page, `/members/${cleo.id}/chat`);
  await expect(he.page.locator(".chat-line", { hasText: cleo.name })).toBeVisible();
});

test("R12.02 with a relay both browsers connect through it alone: neither learns the other's address", {
  tag: "@one-width",
}, async ({ browser }) => {
  test.skip(secret === undefined, withoutRelay);
  const [she, he] = await inTalk(browser);
  for (const { page } of [she, he]) {
    await expectSound(page);
    const { kinds } = await flowOf(page);
    expect(kinds.length).toBeGreaterThanOrEqual(2);
    // a relay sees a peer that it was not told of: the other one's relay
    expect(kinds.filter((kind) => kind !== "relay")).toEqual([]);
  }
});

test("R12.02 a relay that dies ends the call for both within seconds, with kind words", {
  tag: "@one-width",
}, async ({ browser }) => {
  test.skip(secret === undefined, withoutRelay);
  const { relay, arrange } = await startOwnRelay();
  const [she, he] = await inTalk(browser, arrange);
  await expectSound(he.page);
  await relay.end();
  for (const { page } of [she, he]) {
    await expect(page.getByRole("dialog", { name: t("ended.lost") })).toBeVisible({ timeout: 20_000 });
  }
});

test("R12.02 a relay that restarts: the call connects anew, and goes on", { tag: "@one-width" }, async ({
  browser,
}) => {
  test.skip(secret === undefined, withoutRelay);
  const { relay, arrange } = await startOwnRelay();
  const [she, he] = await inTalk(browser, arrange);
  await expectSound(he.page);
  const before = await countBoth([she, he]);
  await relay.end();
  const again = await startRelay(secret, [], relay.port);
  try {
    for (const [index, { page }] of [she, he].entries()) {
      await expect.poll(() => countConnections(page), { timeout: 20_000 }).toBeGreaterThan(before[index] ?? 0);
    }
    await expectConnected(she, he);
    for (const { page } of [she, he]) await expectSound(page);
  } finally {
    await again?.end();
  }
});

test("R12.02 a server that is killed in a call ends nothing: they hear each other, and go on when it is back", {
  tag: "@one-width",
}, async ({ browser }) => {
  test.slow();
  const relay = await startRelay();
  const product = await startOwnProduct(
    browser,
    relay === null ? {} : { TURN_URLS: relay.urls, TURN_SECRET: relay.secret },
  );
  const { she, he } = product;
  let before: number[] = [];
  try {
    await test.step("they talk", async () => {
      for (const [own, other] of [
        [she, he],
        [he, she],
      ] as const) {
        await recordConnections(own);
        await open(own.page, `/members/${other.id}/chat`);
      }
      await ask(she, he);
      await take(he, she);
      await expectConnected(she, he);
    });
    await test.step("without the server they hear each other as before", async () => {
      before = await countBoth([she, he]);
      await product.kill();
      await she.page.waitForTimeout(10_000);
      for (const { page } of [she, he]) await expectSound(page);
      await expectConnected(she, he);
    });
    await test.step("when it is back the call still runs, on both sides", async () => {
      await product.startAgain();
      await she.page.waitForTimeout(10_000);
      expect(await countBoth([she, he])).toEqual(before);
      for (const { page } of [she, he]) {
        await expectSound(page);
        const { talk } = await (await page.request.get("/api/talk.php")).json();
        expect(talk).toMatchObject({ state: "running" });
      }
    });
    await test.step("she hangs up while it is away again: he hears it within seconds, and both can talk anew", async () => {
      await product.kill();
      await screenOf(she.page, he.name)
        .getByRole("button", { name: t("control.hang_up") })
        .click();
      await expect(she.page.getByRole("dialog", { name: t("ended.hung_up") })).toBeVisible();
      await expect(he.page.getByRole("dialog", { name: t("ended.lost") })).toBeVisible({ timeout: 20_000 });
      await product.startAgain();
      for (const { page } of [she, he]) await reload(page);
      await ask(he, she);
      await take(she, he);
      await expectConnected(he, she);
      await expectSound(he.page);
    });
  } finally {
    await Promise.all([she, he].map(({ context }) => context.close()));
    await product.end();
    await relay?.end();
  }
});

test("R12.02 a call goes on when the credentials that its connection was made with have ended", {
  tag: "@one-width",
}, async ({ browser }) => {
  test.skip(secret === undefined, withoutRelay);
  // browsers ask this relay every 4 seconds to keep their places, and every 6 with a new nonce
  const { relay, arrange } = await startOwnRelay(["--max-allocate-lifetime=8", "--stale-nonce=6"], 5);
  try {
    const [she, he] = await inTalk(browser, arrange);
    const before = await countBoth([she, he]);
    await she.page.waitForTimeout(25_000);
    for (const { page } of [she, he]) await expectSound(page);
    // the places were kept, and no new ones taken
    expect(await countBoth([she, he])).toEqual(before);
  } finally {
    await relay.end();
  }
});

test("R12.02 a page that is closed is missed within seconds", { tag: "@one-width" }, async ({ browser }) => {
  const [she, he] = await inTalk(browser);
  await he.page.close();
  await expect(she.page.getByRole("dialog", { name: t("ended.lost") })).toBeVisible({ timeout: 20_000 });
  await picture(she.page, "lost");
});

test("R12.02 a member who wants no calls switches them off, and is not asked", { tag: "@one-width" }, async ({
  browser,
}) => {
  const [she, he] = await inChat(browser);
  await open(he.page, "/notifications/privacy");
  await he.page.getByRole("switch", { name: t("switch.talks") }).click();
  await expect(he.page.getByText(t("switch.talks_off"))).toBeVisible();
  await reload(she.page);
  await askButton(she.page).click();
  await expect(she.page.getByText(t("ask.off", { name: he.name }))).toBeVisible();
  await expect(button(she.page, "ask.do", { name: he.name })).toHaveCount(0);
});
