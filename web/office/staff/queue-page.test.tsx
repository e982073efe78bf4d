// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import { type Queue, QueuePage } from "./queue-page.tsx";
import { QueuePhoto, seenAfterMs } from "./queue-photo.tsx";

const items = ["p1", "p2", "p3"].map((id) => ({
  id,
  since: "2026-11-20T12:00:00Z",
  site: "Rendezvous",
  urgent: false,
  handovers: [],
  member: { id: "m1", name: "Eva", fictional: false },
}));
type Item = (typeof items)[number];

const decided: string[] = [];
const queue: Queue<Item, "approved", object> = {
  take: async () => ({ items, waiting: items.length }),
  draft: () => ({}),
  choices: () => ({ main: [{ press: "a", verdict: "approved", label: "Approve" }] }),
  async decide({ id }, verdict) {
    decided.push(`${id} ${verdict}`);
    return { ok: true, note: null };
  },
  View: ({ item }) => <QueuePhoto key={item.id} src={`/${item.id}.jpg`} alt={item.id} />,
};

beforeEach(() => {
  decided.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => void vi.useRealTimers());

async function openQueue() {
  const settings = { name: "Rendezvous" } as Settings;
  const { container } = await renderPage(<QueuePage name="photos" queues={[]} queue={queue} />, { root: { settings } });
  const photo = () => container.querySelector("img");
  return {
    alert: () => container.querySelector("article [role=alert]")?.textContent,
    shown: () => photo()?.alt,
    load: () => act(async () => photo()?.dispatchEvent(new Event("load"))),
    fail: () => act(async () => photo()?.dispatchEvent(new Event("error"))),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    press: () =>
      act(async () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }))),
    click: () => act(async () => container.querySelector<HTMLElement>(".queue-choices button")?.click()),
  };
}

test.for(["press", "click"] as const)(
  "D8.2 a photo is decided on only after half a second in view: %s",
  async (way) => {
    const page = await openQueue();
    const decide = page[way];
    // not loaded yet
    await page.pass(seenAfterMs);
    await decide();
    await page.load();
    await page.pass(seenAfterMs - 1);
    await decide();
    expect([decided, page.shown()]).toEqual([[], "p1"]);
    await page.pass(1);
    await decide();
    await decide();
    expect([decided, page.shown()]).toEqual([["p1 approved"], "p2"]);
    await page.load();
    await decide();
    expect(decided).toEqual(["p1 approved"]);
    await page.pass(seenAfterMs);
    await decide();
    expect(decided).toEqual(["p1 approved", "p2 approved"]);
  },
);

test("D8.2 a photo that can't be loaded says so, and is not decided on", async () => {
  const page = await openQueue();
  await page.fail();
  await page.pass(seenAfterMs);
  await page.press();
  expect(page.alert()).toMatch(/^This photo didn’t load/);
  expect(decided).toEqual([]);
});
