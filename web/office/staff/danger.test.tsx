// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { QueuedReports } from "#contract/office.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Danger } from "./danger.tsx";
import { ReporterActs } from "./reporter.tsx";

const pointsFor = async (country: string) => {
  const reports = [{ id: "r1", reason: "danger" }] as QueuedReports["reports"];
  const danger = [{ id: "m1", name: "Ben", fictional: false, reported: true, country, replies: [] }];
  const item = { id: "m1", member: null, danger, reports } as unknown as QueuedReports;
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

test("DSA 18 the box names the numbers of each country once, and writes to each member beside the case, but to no program", async () => {
  const replies = [{ title: "Self-harm", text: "We’re worried", id: null }];
  const person = { fictional: false, reported: false, language: "sv", replies };
  const danger = [
    { ...person, id: "m1", name: "Ben", reported: true, country: "US" },
    { ...person, id: "m2", name: "Anna", country: "US" },
    { ...person, id: "m3", name: "Cleo", country: "PT", replies: [] },
  ];
  const reports = [{ id: "r1", reason: "danger", filed_as: "harassment" }];
  const item = { id: "m1", member: null, danger, reports } as unknown as QueuedReports;
  const { container } = await renderPage(<Danger item={item} />);
  const points = [...container.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
  expect(points.filter((point) => point.includes("911"))).toHaveLength(1);
  expect(points).toContain("Emergency number, Portugal: 112");
  expect([...container.querySelectorAll("details > summary")].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Write to Ben (Reported member)", "Write to Anna (Reporter)"]),
  );
  expect(container.textContent).not.toContain("Write to Cleo");
  expect(container.textContent).toContain("Your messageLanguage: Swedish. The member gets it by email");
});

test("DSA 18 a report about someone under 18 has the emergency number of their country, and no helpline", async () => {
  const reports = [{ id: "r1", reason: "underage" }];
  const item = { id: "m1", member: null, about: { country: "DE" }, danger: null, reports } as unknown as QueuedReports;
  const { container } = await renderPage(<Danger item={item} />);
  const points = [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(points).toEqual(["Emergency number, Germany: 112, 110"]);
});

test("DSA 18 while someone is in danger, staff can't warn the reporter, who may be the one", async () => {
  const reporter = {
    id: "m2",
    name: "Anna",
    fictional: false,
    version: 1,
  } as QueuedReports["reports"][number]["reporter"];
  const acts = async (danger: { id: string }[] | null) => {
    const props = {
      reporter,
      languages: ["nl"],
      danger: danger as QueuedReports["danger"],
      onDone: async () => undefined,
    };
    const { container } = await renderPage(<ReporterActs {...props} />);
    const text = container.textContent ?? "";
    return {
      summary: container.querySelector("summary")?.textContent,
      warns: text.includes("Warn for misuse"),
      languages: text.split("Language: Dutch.").length - 1,
    };
  };
  expect(await acts(null)).toEqual({ summary: "Warn or write to Anna", warns: true, languages: 2 });
  expect(await acts([{ id: "m1" }])).toEqual({ summary: "Write to Anna (Reporter)", warns: false, languages: 1 });
  // the box about the danger has the form
  expect(await acts([{ id: "m1" }, { id: "m2" }])).toEqual({ summary: undefined, warns: false, languages: 0 });
});
