// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import QueueList from "./queue-list.tsx";

const root = { settings: { name: "Rendezvous" } as Settings };
const item = {
  ...{ since: new Date().toISOString(), urgent: false, site: "rendezvous", kind: "about_me", language: "de", by: null },
};
const list = {
  items: [
    { ...item, id: "i1", member: { id: "m1", name: "Eva", fictional: false } },
    { ...item, id: "i2", member: null, kind: "question" },
  ],
  ...{ cursor: null, kinds: [], languages: [] },
};
const show = async (name: "texts" | "reports") => {
  const props = { loaderData: { name, asked: {}, list, read: [] } } as unknown as Parameters<typeof QueueList>[0];
  return (await renderPage(<QueueList {...props} />, { root })).container;
};
const ordersOf = (container: HTMLElement) =>
  [...(container.querySelector<HTMLSelectElement>("select[name=sort]")?.options ?? [])].map(({ text }) => text);

test("D11.4 a row of a queue's list leads to its item by whose it is, and says which text of a profile waits", async () => {
  const container = await show("texts");
  const rows = [...container.querySelectorAll("tbody tr")].map((row) => ({
    link: row.querySelector("th a")?.textContent,
    to: row.querySelector("th a")?.getAttribute("href"),
    kind: row.querySelector("td")?.textContent,
  }));
  expect(rows).toEqual([
    { link: "Eva", to: "/staff/queue/texts?item=i1", kind: "About me" },
    { link: "No member", to: "/staff/queue/texts?item=i2", kind: "A question" },
  ]);
});

test("D11.4 a list can be sorted by age; where items may be urgent, the order of the queue is another one", async () => {
  expect(ordersOf(await show("texts"))).toEqual(["Oldest first", "Newest first"]);
  expect(ordersOf(await show("reports"))).toEqual(["Urgent first, then oldest", "Oldest first", "Newest first"]);
});
