// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { QueuedReports } from "#contract/office.ts";
import { renderPage } from "#web/test-dom.tsx";
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

test("DSA 16 staff search for what a guest named: the name in an address, else the words", () => {
  expect(searchTermOf(" “Ben_92” ")).toBe("Ben_92");
  expect(searchTermOf("@ben")).toBe("ben");
  expect(searchTermOf("https://example.org/de/members/0199?x=1#y")).toBe("0199");
  expect(searchTermOf("https://example.org/")).toBe("https://example.org/");
  expect(searchTermOf("x".repeat(400))).toHaveLength(254);
});

test("DSA 16 staff look for a person that a guest only described: by the town that the words name, and by gender and age", async () => {
  expect(searchOf("a woman’s profile from Hamburg")).toEqual({ text: "", town: "Hamburg" });
  expect(searchOf("eine Frau aus Köln, blond")).toEqual({ text: "", town: "Köln" });
  expect(searchOf("https://example.org/de/members/Ben")).toEqual({ text: "Ben" });
  expect(searchOf("Ben_92 in a red hat")).toEqual({ text: "Ben_92 in a red hat" });
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

test("DSA 16 a notice that names no member says what to do in which order, with the search filled in", async () => {
  const { container } = await renderPage(<NoticeSteps item={itemOf()} onNamed={() => {}} />);
  expect(container.querySelector<HTMLInputElement>("input[name=text]")?.value).toBe("a profile with a red hat");
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
  expect(unnamed).toContain("Ask the notifier for more");
  expect(unnamed).not.toContain("If you take a measure");
  const named = await textOf(<GuestReads item={itemOf({}, { id: "m1" }, "danger")} />);
  expect(named).toContain("Thank you for looking out for someone.");
  expect(named).toContain("acted on it. Your words go to the member only.");
  const again = await textOf(<GuestReads item={itemOf({ objection: "No" })} />);
  expect(again).toContain("Someone else on our team looked at it again and left it as it is.");
  const silent = await textOf(<GuestReads item={itemOf({ email: "" })} />);
  expect(silent).toBe("The guest gave no email address, so no one hears of your decision.");
});
