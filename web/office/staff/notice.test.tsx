// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { QueuedReports } from "#contract/office.ts";
import { renderPage } from "#web/test-dom.tsx";
import { BanEffects, MeasureQuestion } from "./ban-effects.tsx";
import { GuestReads, NoticeSteps, searchOf, searchTermOf } from "./notice.tsx";

const notice = {
  ...{ name: "Noor", email: "noor@example.org", language: "fi", place: "a profile with a red hat" },
  ...{ question: null, reply: null, objection: null, can_ask: true },
};
const itemOf = (changes: object = {}, member: object | null = null, reason = "scam") =>
  ({
    id: "r1",
    member,
    site: "rendezvous",
    reports: [{ id: "r1", reason, notice: { ...notice, ...changes } }],
  }) as unknown as QueuedReports;
const textOf = async (element: React.ReactElement) => (await renderPage(element)).container.textContent ?? "";

test("DSA 16 staff search for what a guest named: a name or an address in the words, else nothing", () => {
  expect(searchTermOf(" “Ben_92” ")).toBe("Ben_92");
  expect(searchTermOf("@ben")).toBe("ben");
  expect(searchTermOf("https://example.org/de/members/0199?x=1#y")).toBe("0199");
  expect(searchTermOf("https://example.org/")).toBe("");
  expect(searchTermOf("It is https://example.org/members/0199, look")).toBe("0199");
  expect(searchTermOf("Write to ben@example.org. He answers")).toBe("ben@example.org");
  expect(searchTermOf("the one who calls herself „Wilde Rose“ here")).toBe("Wilde Rose");
  expect(searchTermOf("Ben_92 in a red hat")).toBe("Ben_92");
  expect(searchTermOf("Anna van der Berg")).toBe("Anna van der Berg");
  expect(searchTermOf("ben")).toBe("ben");
  expect(searchTermOf("Een man met een rode hoed, ik zag hem gisteren bij jullie")).toBe("");
  expect(searchTermOf("He used/uses my photo")).toBe("");
  expect(searchTermOf("x".repeat(400))).toHaveLength(254);
});

test("DSA 16 staff look for a person that a guest only described: by the town that the words name, and by gender and age", async () => {
  expect(searchOf("a woman’s profile from Hamburg")).toEqual({ text: "", town: "Hamburg" });
  expect(searchOf("eine Frau aus Köln, blond")).toEqual({ text: "", town: "Köln" });
  expect(searchOf("https://example.org/de/members/Ben")).toEqual({ text: "Ben" });
  expect(searchOf("Ben_92 from Hamburg")).toEqual({ text: "Ben_92" });
  const item = itemOf({ place: "a woman’s profile from Hamburg" });
  const { container } = await renderPage(<NoticeSteps item={item} onNamed={() => {}} />);
  const fields = container.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    "[role=search] input:not([type=hidden]), [role=search] select",
  );
  expect([...fields].map(({ name, value }) => [name, value])).toEqual([
    ["text", ""],
    ["town", "Hamburg"],
    ["gender", ""],
    ["min_age", ""],
    ["max_age", ""],
  ]);
});

test("DSA 16 a notice that names no member says what to do in which order, with the search filled in by a name", async () => {
  const { container } = await renderPage(<NoticeSteps item={itemOf()} onNamed={() => {}} />);
  expect(container.querySelector<HTMLInputElement>("input[name=text]")?.value).toBe("");
  const steps = [...container.querySelectorAll("ol > li")].map(({ textContent }) => textContent ?? "");
  expect(steps.map((text) => text.split(/[.:?]/)[0])).toEqual([
    "Look for the member",
    "Once named, it joins the reports about the member, and you can take measures",
    "Not found",
    "Leave it only if there’s nothing to find, and say why",
  ]);
  const answered = itemOf({ can_ask: false, reply: "Ben_92" });
  const again = (await renderPage(<NoticeSteps item={answered} onNamed={() => {}} />)).container;
  expect(again.querySelector<HTMLInputElement>("input[name=text]")?.value).toBe("Ben_92");
  expect(again.textContent).toContain("You can’t ask back");
  const named = await renderPage(<NoticeSteps item={itemOf({}, { id: "m1" })} onNamed={() => {}} />);
  expect(named.container.textContent).toBe("");
});

test("DSA 16(5) before a decision staff read what the guest will be told, and in which language", async () => {
  const unnamed = await textOf(<GuestReads item={itemOf()} />);
  expect(unnamed).toContain("in this language: Finnish");
  expect(unnamed).toContain("We looked at it and left it as it is.");
  expect(unnamed).toContain("Ask the guest for more");
  expect(unnamed).not.toContain("If you take a measure");
  const named = await textOf(<GuestReads item={itemOf({}, { id: "m1" }, "danger")} />);
  expect(named).toContain("Thank you for looking out for someone.");
  expect(named).toContain("acted on it. Your words go to the member only.");
  const again = await textOf(<GuestReads item={itemOf({ objection: "No" })} />);
  expect(again).toContain("Someone else on our team looked at it again and left it as it is.");
  const silent = await textOf(<GuestReads item={itemOf({ email: "" })} />);
  expect(silent).toBe("The guest gave no email address, so no one hears of your decision.");
});

test("DSA 16(5) the question before any other measure says what a guest will read, too", async () => {
  const [guests] = itemOf({}, { id: "m1" }).reports;
  const reports = [{ ...guests, reporter: null }] as QueuedReports["reports"];
  const text = await textOf(<MeasureQuestion asks="Sure?" reports={reports} />);
  expect(text).toBe("Sure?The reporter reads: “We found that it breaks the law or our rules, and acted on it.”");
});

test("DSA 16(5) before a ban staff read what guests and members who reported will read, each once", async () => {
  const effects = { contacts: 0, credits: 0, unspent: [], reports: 4, ends: [] };
  vi.stubGlobal("fetch", async () => Response.json(effects));
  const [guests] = itemOf({}, { id: "m1" }).reports;
  const again = { ...notice, objection: "No" };
  const ban = async (reports: object[]) =>
    await textOf(<BanEffects members={["m1"]} ground="scam" reports={reports as QueuedReports["reports"]} />);
  const toGuest = await ban([{ ...guests, reporter: null }]);
  expect(toGuest).toContain("The reporter reads: “We found that it breaks the law or our rules, and acted on it.”");
  expect(toGuest).not.toContain("took action");
  const member = { reporter: { id: "m2" }, notice: null };
  const toAll = await ban([member, member, { reporter: null, notice: again }, { reporter: null, notice: null }]);
  expect(toAll.match(/We looked into what you reported and took action/g)).toHaveLength(1);
  expect(toAll).toContain("Someone else on our team looked at it again and acted on it.");
  expect(toAll.match(/The reporter reads/g)).toHaveLength(2);
  const toTwo = await ban([member, { reporter: { id: "m3" }, notice: null }]);
  expect(toTwo).toContain("Those who reported read: “We looked into what you reported and took action");
  expect(toTwo).not.toContain("The reporter reads");
});
