import type { ReactElement } from "react";
import { expect, test } from "vitest";
import type { QueuedReports } from "#contract/office.ts";
import type { QueueWords } from "./queue-page.tsx";
import { newReportDraft, offerHelp, offerLookAlikes, reportChoices, toDecision } from "./report-draft.ts";

const key = (text: string) => text;
const words = { t: key, file: key, transactions: key, format: { date: key } } as unknown as QueueWords;
const reported = [
  { id: "1", about: "profile", reason: "scam", photo: null, sound: null, notice: null },
  { id: "2", about: "photo", reason: "explicit", photo: "photo", sound: null, notice: null },
];
const item = { id: "member", member: { id: "member" }, reports: reported } as unknown as QueuedReports;
const draft = { ...newReportDraft(item), words: "We looked at it." };
const choices = (change: Partial<typeof draft> = {}) => reportChoices(words, item, { ...draft, ...change }).main;
const verdicts = (change: Partial<typeof draft> = {}) => choices(change).map(({ verdict }) => verdict);

test("D11.2 all open reports are decided on, by the first one's reason, unless staff choose otherwise", () => {
  expect(newReportDraft(item)).toMatchObject({ reports: ["1", "2"], ground: "scam", length: 7 });
});

test("D11.2 a photo is removed only if its report is decided on, and a ban alone asks once more", () => {
  expect(verdicts()).toEqual(["kept", "warned", "removed", "muted", "suspended", "banned"]);
  expect(verdicts({ reports: ["1"] })).not.toContain("removed");
  const written = { ...item, about: { about_me: "I write." } } as unknown as QueuedReports;
  const ofText = reportChoices(words, written, { ...draft, reports: ["1"] }).main.map(({ verdict }) => verdict);
  expect(ofText).toContain("removed");
  const asked = (change: Partial<typeof draft>) =>
    choices(change).flatMap(({ verdict, asks }) => (asks ? [verdict] : []));
  expect(asked({})).toEqual(["banned"]);
  expect(asked({ ground: "child_abuse" })).toEqual(["removed", "banned"]);
});

test("D11.2 a measure that covers other members names them before it is sent; to leave them asks nothing", () => {
  const named = { ...item, member: { id: "member", name: "Ben" } } as unknown as QueuedReports;
  const list = { ...words, t: (name: string, { names = "" } = {}) => name + names, format: { list: String } };
  const alike = [{ id: "m2", name: "Olaf", report: "r2" }];
  const offered = reportChoices(list as unknown as QueueWords, named, { ...draft, alike }).main;
  const asked = (verdict: string) => offered.find((each) => each.verdict === verdict)?.asks;
  const question = asked("warned") as ReactElement<{ asks: string }> | undefined;
  expect([asked("kept"), question?.props.asks, asked("removed")]).toEqual([undefined, "alike.sureBen,Olaf", undefined]);
  expect(offered.map(({ verdict }) => verdict)).not.toContain("removed");
  expect(toDecision({ ...draft, alike })).not.toHaveProperty("alike");
});

test.for(["message", "profile"])(
  "R12.01 what was said in a reported %s can be taken down while its recording is kept",
  (about) => {
    const offered = (sound: string | null) => {
      const reports = [{ id: "1", about, reason: "scam", photo: null, sound, notice: null }];
      const spoken = { ...item, reports } as unknown as QueuedReports;
      return reportChoices(words, spoken, { ...draft, reports: ["1"] }).main.map(({ verdict }) => verdict);
    };
    expect(offered("/staff-files/voice/1.sound")).toContain("removed");
    expect(offered(null)).not.toContain("removed");
  },
);

test("D11.2 a report of danger is closed as help or as a false alarm, not as no broken rule", () => {
  const danger = { ...item, reports: [{ ...reported[0], reason: "danger" }] } as unknown as QueuedReports;
  const labels = (reportedItem: QueuedReports) =>
    reportChoices(words, reportedItem, draft).main.flatMap(({ verdict, label }) =>
      verdict === "kept" || verdict === "helped" ? [[verdict, label]] : [],
    );
  expect(labels(danger)).toEqual([
    ["helped", "queue.helped"],
    ["kept", "queue.no_danger"],
  ]);
  expect(labels(item)).toEqual([["kept", "queue.stands"]]);
});

test("DSA 18 help is asked about once more unless the police are ticked as told", () => {
  const danger = { ...item, reports: [{ ...reported[0], reason: "danger" }] } as unknown as QueuedReports;
  const asked = (authority_told: boolean) =>
    reportChoices(words, danger, { ...draft, authority_told }).main.find(({ verdict }) => verdict === "helped")?.asks;
  expect([asked(false), asked(true)]).toEqual(["queue.helped_untold", undefined]);
});

test("DSA 16(5) a notice that names no member can be left; its notifier can be asked, if there is an address", () => {
  const unnamed = (canAsk: boolean) =>
    ({ id: "1", member: null, reports: [{ ...reported[0], notice: { can_ask: canAsk } }] }) as unknown as QueuedReports;
  const offered = (canAsk: boolean) => reportChoices(words, unnamed(canAsk), draft).main.map(({ verdict }) => verdict);
  expect([offered(true), offered(false)]).toEqual([["kept", "asked"], ["kept"]]);
});

test("D11.2 after a ban the look-alikes that can still be used are offered, and after another measure none", () => {
  const members = (["active", "banned", "suspended"] as const).map((status) => ({ id: status, name: status, status }));
  const alike = { member: { name: "James" }, about: { look_alikes: { count: 3, members } } } as never;
  const why = { ground: "scam", words: " A fraud " } as const;
  const preset = { measure: "banned", ground: "scam", words: "A fraud" };
  expect(offerLookAlikes(words, alike, "banned", why)?.links).toEqual([
    { to: "/staff/members/active#measure", name: "active", preset },
    { to: "/staff/members/suspended#measure", name: "suspended", preset },
  ]);
  expect(offerLookAlikes(words, alike, "warned", why)).toBeNull();
});

test("DSA 18 after a measure for a danger, words to who reported it are ready, unless they were written to or get those of the decision", () => {
  const replies = [{ title: "Threatened", text: "Call 112.", id: null }];
  const nora = { id: "nora", name: "Nora", fictional: false, country: "SE", language: "sv", reported: false, replies };
  const danger = [{ ...nora, id: "roman", name: "Roman", reported: true }, nora];
  const offer = (verdict: "banned" | "kept" | "helped", letters: { name: string; at: string }[] = []) =>
    offerHelp(words, { danger, letters }, verdict);
  const link = { to: "/staff/members/nora#write", name: "write.title · Nora", text: "Call 112." };
  expect(offer("banned")).toEqual({ title: "follow.danger", links: [link] });
  expect(offer("banned", [{ name: "Nora", at: "2026-11-28T12:00:00Z" }])).toBeNull();
  expect([offer("kept"), offer("helped")]).toEqual([null, null]);
  expect(offerHelp(words, { danger: null, letters: [] }, "banned")).toBeNull();
});

test("D11.2 the decision has either days or an end, and the words without the space around them", () => {
  const sent = toDecision({ ...draft, words: " Why " });
  expect(sent).toMatchObject({ reports: ["1", "2"], ground: "scam", days: 7, words: "Why" });
  expect(sent).not.toHaveProperty("until");
  const until = toDecision({ ...draft, length: "date", until: "2026-11-30" });
  expect(until).toMatchObject({ until: new Date("2026-11-30T00:00").toISOString() });
  expect(until).not.toHaveProperty("days");
});
