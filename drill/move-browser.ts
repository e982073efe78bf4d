import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { getUser } from "#contract/account.ts";
import { sendMessage } from "#contract/chat.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { findChromiums } from "#e2e/chromium.ts";
import { launch } from "#e2e/launch.ts";
import { open } from "#e2e/open.ts";
import { pattern, sayIn } from "#e2e/texts.ts";
import type { Author } from "./load.ts";
import type { MovePart } from "./move-table.ts";

const say = sayIn("en");
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const backMs = 90_000;

/** A signal is the drill's, which ends everything: Playwright would end the process before. */
export const launchBrowser = () =>
  chromium.launch({
    ...launch(findChromiums().shell),
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  });

/**
 * A member with a phone who is in a chat while her site moves: she writes while it is closed, is told that it waits,
 * leaves the page as it is, and opens another one. Throws if anything of hers is missing afterwards. `pictures`: a
 * folder for pictures of pages.
 */
export async function openMovingBrowser(
  browser: Browser,
  origin: string,
  [she, he]: [Author, Author],
  pictures: string | undefined,
) {
  const post = async (path: string, { cookie }: Author, init: RequestInit) => {
    const own = { origin, cookie, "sec-fetch-site": "same-origin", "idempotency-key": randomUUID() };
    const headers = { ...own, ...(init.headers as Record<string, string>) };
    const answer = await fetch(origin + path, { method: "POST", ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const write = (from: Author, to: Author, text: string) =>
    post(sendMessage.path, from, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ member: to.id, text }),
    });
  await write(she, he, `Hello ${randomUUID()}`);
  await write(he, she, `Hello you ${randomUUID()}`);
  const form = new FormData();
  const background = { r: 60, g: 120, b: 180 };
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background } });
  form.append("member", he.id);
  form.append("text", `A photo ${randomUUID()}`);
  form.append("file", new Blob([new Uint8Array(await picture.jpeg().toBuffer())]));
  await post(sendChatPhoto.path, she, { body: form });

  const context = await browser.newContext({
    baseURL: origin,
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "en-GB",
  });
  await context.addCookies([{ name: "auth", value: she.cookie.slice("auth=".length), url: origin }]);
  const failures = new Map<string, number>();
  context.on("response", (response) => {
    const what = String(response.status());
    if (response.status() >= 400) failures.set(what, (failures.get(what) ?? 0) + 1);
  });
  const take = async (page: Page, name: string) => {
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
  };
  const chat = await context.newPage();
  const field = chat.getByRole("textbox", { name: pattern(say, "chat:composer.label") });
  const bubble = (text: string) => chat.locator(".bubble", { hasText: text });
  /** The messages that follow each other, with the state of the last one. */
  const runOf = (text: string) =>
    chat
      .locator("li")
      .filter({ has: bubble(text) })
      .first();
  /** What says that her message waits for the site. */
  const note = chat
    .getByRole("status")
    .filter({ hasText: say("shell:failure.waits") })
    .filter({ visible: true });
  const writeHere = async (text: string) => {
    await field.fill(text);
    await chat.getByRole("button", { name: pattern(say, "chat:composer.send_price_one", { count: 1 }) }).tap();
  };
  /** What the browser's own session is told. */
  const readCredits = async () => {
    const answer = await context.request.get(getUser.path, { headers: { "x-request-type": "client" } });
    return getUser.answer.parse(await answer.json()).user?.credits;
  };
  const countPhotos = () =>
    chat
      .locator("main img[src*='photos/']")
      .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length);

  const texts = [`Before the move ${randomUUID()}`, `While it moves ${randomUUID()}`] as const;
  const draft = "Typed, and not sent";
  await open(chat, `/members/${he.id}/chat`);
  const atFirst = await readCredits();
  await writeHere(texts[0]);
  await expect(bubble(texts[0])).toBeVisible();
  await expect(runOf(texts[0])).not.toContainText(say("chat:state.sending"));
  await expect.poll(countPhotos).toBe(1);
  await expect.poll(readCredits).not.toBe(atFirst);
  const before = await readCredits();
  const price = Number(atFirst) - Number(before);
  await take(chat, "1-chat-before");
  let [sentAt, arrivedAt, closedAt, backAt] = [0, 0, 0, 0];
  const other = await context.newPage();

  return {
    /** Waits until the site is closed; then she writes, and opens another page. */
    async meetClosed(): Promise<void> {
      const headers = { "x-request-type": "client" };
      while ((await fetch(origin + getUser.path, { headers }).catch(() => undefined))?.status !== 503) await pause(200);
      sentAt = performance.now();
      await chat.bringToFront();
      await writeHere(texts[1]);
      const page = await other.goto("/chats");
      closedAt = performance.now();
      expect([page?.status(), page?.headers()["retry-after"]]).toEqual([503, "15"]);
      await expect(other.getByRole("heading", { level: 1 })).toHaveText(say("errors:unavailable"));
      await expect(other.getByText(say("shell:error.returns"))).toBeVisible();
      await expect(other.getByText(say("shell:nav.log_in"))).toHaveCount(0);
      for (const [name, size] of Object.entries({ phone, desktop })) {
        for (const colorScheme of ["light", "dark"] as const) {
          await other.setViewportSize(size);
          await other.emulateMedia({ colorScheme });
          await take(other, `2-closed-${name}-${colorScheme}`);
        }
      }
      await other.setViewportSize(phone);
      await other.emulateMedia({ colorScheme: "light" });
      await chat.bringToFront();
      await field.fill(draft);
      await expect(note).toHaveCount(1);
      await expect(note.getByRole("button", { name: say("shell:cancel") })).toBeVisible();
      await expect(runOf(texts[1])).toContainText(say("chat:state.sending"));
      await take(chat, "3-chat-closed");
    },
    /** The site is open elsewhere: she goes on with everything there. Answers her texts, and a line of the table. */
    async goOn(began: number): Promise<{ part: MovePart; names: string[] }> {
      // it goes out by itself: she has nothing to press
      const arrived = new RegExp(`${say("chat:state.sent")}|${say("chat:state.read")}`);
      try {
        await expect(runOf(texts[1])).toContainText(arrived, { timeout: backMs });
      } catch (error) {
        await take(chat, "error");
        throw error;
      }
      arrivedAt = performance.now();
      await expect(note).toHaveCount(0);
      await expect(bubble(texts[1])).toHaveCount(1);
      await expect(field).toHaveValue(draft);
      // the member has not touched it
      await other.bringToFront();
      await expect(other.getByRole("heading", { level: 1 })).not.toHaveText(say("errors:unavailable"), {
        timeout: backMs,
      });
      backAt = performance.now();
      expect(new URL(other.url()).pathname).toBe("/chats");
      await take(other, "4-chats-after");
      // its first request may still go through a connection to the former installation
      await expect.poll(() => readCredits().catch(() => null)).toBe(Number(before) - price);
      await open(chat, `/members/${he.id}/chat`);
      for (const text of texts) await expect(bubble(text)).toHaveCount(1);
      await expect(field).toHaveValue(draft);
      await expect.poll(countPhotos).toBe(1);
      await take(chat, "5-chat-after");
      const { "503": refused = 0, ...others } = Object.fromEntries(failures);
      const seconds = (performance.now() - began) / 1000;
      const [writes, reads] = [(arrivedAt - sentAt) / 1000, (backAt - closedAt) / 1000];
      const line = { what: "a site moves", who: "one of them, with a phone", seconds, acknowledged: 2 };
      return { part: { ...line, writes, reads, refused, others }, names: texts.map((text) => `texts ${text}`) };
    },
  };
}
