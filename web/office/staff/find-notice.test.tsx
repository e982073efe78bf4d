// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { FindNotice } from "./find-notice.tsx";

test("DSA 16 a guest's decided report is taken up again where it is found, and leads to the queue then", async () => {
  const bodies: unknown[] = [];
  const notice = {
    ...{ id: "n1", site: "Rendezvous", state: "done", item: null, reason: "scam", text: "A fraud", member: null },
    ...{ at: "2026-11-20T12:00:00Z", asked_at: null, again: { report: "r1", until: "2027-05-20T12:00:00Z" } },
    ...{ name: "", email: "", language: "en", place: "A page", question: null, reply: null, objection: null },
  };
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json(String(url).includes("again") ? { item: "m1" } : { notices: [notice] });
  });
  const { container } = await renderPage(<FindNotice />);
  const select = container.querySelector("select");
  await act(async () => {
    if (!select) return;
    select.value = "done";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await act(async () => container.querySelector<HTMLElement>("button[type=submit]")?.click());
  expect(container.textContent).toContain("Until 20 May 2027 you can decide on it anew");
  expect(container.querySelector("li a")).toBeNull();
  const again = [...container.querySelectorAll("button")].find(({ textContent }) => textContent === "Take it up again");
  await act(async () => again?.click());
  expect(bodies.at(-1)).toEqual({ id: "r1" });
  expect(container.querySelector("li a")?.getAttribute("href")).toBe("/staff/queue/reports?item=m1");
  expect(container.textContent).toContain("It waits for a decision again.");
  expect(container.textContent).not.toContain("Take it up again");
});
