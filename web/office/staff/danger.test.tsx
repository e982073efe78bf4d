// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { QueuedReports } from "#contract/office.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Danger } from "./danger.tsx";

const pointsFor = async (country: string) => {
  const about = { country } as QueuedReports["about"];
  const reports = [{ id: "r1", reason: "danger" }] as QueuedReports["reports"];
  const item = { id: "m1", member: null, about, reports } as QueuedReports;
  const { container } = await renderPage(<Danger item={item} />);
  return [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
};

test("DSA 18 a report of danger names the numbers of the member's country, and none if they are unknown", async () => {
  expect(await pointsFor("US")).toEqual([
    "Emergency number, United States: 911",
    "If they may harm themselves, give them the crisis line, United States: 988",
    "Helplines of all countries",
  ]);
  expect(await pointsFor("PT")).toEqual(["Emergency number, Portugal: 112", "Helplines of all countries"]);
  expect(await pointsFor("JP")).toEqual([
    "Call the emergency number of the country: Japan",
    "Helplines of all countries",
  ]);
});
