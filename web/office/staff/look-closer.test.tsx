// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { QueuedPhoto, QueuedReports, QueuedReview } from "#contract/office.ts";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import { HitPhotos } from "./hit-photos.tsx";
import { newReportDraft } from "./report-draft.ts";
import { ReportList } from "./report-list.tsx";
import { ReportView } from "./report-view.tsx";
import { newReviewDraft, ReviewView } from "./review-view.tsx";
import { InspectedPhoto } from "./verification-views.tsx";

const root = { settings: { name: "Rendezvous" } as Settings };

test("DSA 16 a hit of a guest's notice has its photos in place, marked if they are being checked, and large at a press", async () => {
  const photos = [
    { id: "p1", image: "/p1.webp", status: "active", main: true },
    { id: "p2", image: "/p2.webp", status: "inspection", main: false },
  ];
  const decisions = [{ id: "d1", decision: "photo_rejected", at: "2026-11-20T12:00:00Z" }];
  vi.stubGlobal("fetch", async () => Response.json({ photos, safety: { decisions } }));
  const { container } = await renderPage(<HitPhotos member={{ id: "m1", name: "Eva" }} />, { root });
  const click = (button: HTMLElement | null | undefined) => act(async () => button?.click());
  await click(container.querySelector("button"));
  expect([...container.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
    "Main photo",
    "Being checked",
  ]);
  expect(container.textContent).toContain("A photo was taken down on");
  await click(container.querySelectorAll<HTMLElement>("li button")[1]);
  expect(document.querySelector("dialog img")?.getAttribute("src")).toBe("/p2.webp");
});

test("D8.2 beside a photo stands the one that it looks like, with a link to its member and the facts of both", async () => {
  const facts = { joined: "2026-11-27T12:00:00Z", town: "Köln", country: "DE", verified: false };
  const clara = { id: "m2", name: "Clara", fictional: false };
  const earlier = { joined: "2026-02-03T12:00:00Z", town: "Hamburg", country: "DE", verified: true };
  const item = {
    ...{ id: "p1", image: "/p1.webp", width: 3, height: 4, caption: "", main: false, age: 30, status: "active" },
    ...{ since: "2026-11-28T07:00:00Z", site: "rendezvous", reports: 0, suspicions: [], facts },
    member: { id: "m1", name: "Lena", fictional: false },
    original: { member: clara, facts: earlier, image: "/p2.webp" },
  } as unknown as QueuedPhoto;
  const { container } = await renderPage(<InspectedPhoto item={item} next={[]} />, { root });
  expect(container.querySelector("figcaption a")?.getAttribute("href")).toBe("/staff/members/m2");
  expect(container.querySelector("figcaption")?.textContent).toMatch(/Feb.*2026 · Hamburg, Germany · Verified$/);
  expect(container.textContent).toContain("Köln, Germany · Not verified");
});

test("D8.2 a photo stands beside the main photo, says if there is none, and leads to the open reports of its member", async () => {
  const facts = { joined: "2026-11-27T12:00:00Z", town: "Köln", country: "DE", verified: false };
  const item = {
    ...{ id: "p1", image: "/p1.webp", width: 3, height: 4, caption: "", main: false, age: 30, status: "active" },
    ...{ since: "2026-11-28T07:00:00Z", site: "rendezvous", reports: 2, suspicions: [], facts, original: null },
    ...{ member: { id: "m1", name: "Lena", fictional: false }, main_photo: "/main.webp" },
  } as unknown as QueuedPhoto;
  const show = async (changes: object = {}) =>
    (await renderPage(<InspectedPhoto item={{ ...item, ...changes }} next={[]} />, { root })).container;
  const sourcesIn = (page: Element) => [...page.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  const beside = await show();
  expect(sourcesIn(beside)).toEqual(["/p1.webp", "/main.webp"]);
  expect(beside.querySelector("figcaption")?.textContent).toBe("Main photo");
  expect(beside.querySelector("a[href='/staff/queue/reports?item=m1']")?.textContent).toBe("Open reports: 2");
  const alone = await show({ main_photo: null, reports: 0 });
  expect(alone.textContent).toContain("Not verified · No main photo to compare it with");
  expect(alone.textContent).toContain("No open reports");
  expect((await show({ main: true, main_photo: null })).textContent).not.toContain("No main photo");
  // never in chats
  expect((await show({ main_photo: undefined })).textContent).not.toContain("No main photo");
  const other = { member: { id: "m2", name: "Clara", fictional: false }, facts, image: "/p2.webp" };
  expect(sourcesIn(await show({ original: other }))).toEqual(["/p1.webp", "/p2.webp"]);
});

const insulted = (id: string, name: string) => ({
  ...{ id, about: "message", reason: "harassment", filed_as: null, at: "2026-11-28T07:00:00Z", text: "" },
  ...{ message: "You", talk: null, written: "2026-11-28T06:00:00Z", question: null, quote: null, reaction: null },
  ...{ attachment: null, image: null, has_chat: false, notice: null, unquoted: false, photo: null },
  reporter: { id: name, name, version: 1, decided: 0, upheld: 0, unfounded: 0, warned_at: null },
});

test("DSA 18 of several reports about one member the ticked ones are marked as about a danger, by one button", async () => {
  const reports = ["r1", "r2", "r3"].map((id) => insulted(id, `Reporter of ${id}`));
  const who = { member: { id: "m1", name: "Stefan" }, reporter_languages: ["en"] };
  const item = { ...who, reports, danger: null } as unknown as QueuedReports;
  const acts: { send(): Promise<unknown>; takeBack(): Promise<unknown> }[] = [];
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${url.split("/").at(-1)} ${JSON.parse(String(body)).id}`);
    return Response.json({ ok: true });
  });
  const { container } = await renderPage(
    <ReportList
      {...{ item, named: ["r1", "r3"], onChange: () => {}, onReload: async () => undefined }}
      onAct={async (done) => void acts.push(done)}
    />,
    { root },
  );
  const buttons = [...container.querySelectorAll("button")].filter(({ textContent }) =>
    textContent?.includes("Someone is in danger"),
  );
  expect(buttons).toHaveLength(1);
  await act(async () => buttons[0]?.click());
  await acts[0]?.send();
  await acts[0]?.takeBack();
  expect(asked.map((call) => call.split(" ").at(-1))).toEqual(["r1", "r3", "r1", "r3"]);
  expect(new Set(asked.map((call) => call.split(" ").slice(0, 2).join(" "))).size).toBe(2);
});

test("DSA 18 in a report of danger the message stands above what is known of the member, who reads the words, and what was written already", async () => {
  const text = "On Saturday at eight you are dead";
  const report = {
    ...{ id: "r1", about: "message", reason: "danger", filed_as: null, at: "2026-11-28T07:00:00Z", text: "" },
    ...{ message: text, talk: null, written: "2026-11-28T06:00:00Z", question: null, quote: null, reaction: null },
    ...{ attachment: null, image: null, has_chat: false, notice: null, unquoted: false, photo: null },
    reporter: { id: "m2", name: "Emma", version: null, decided: 0, upheld: 0, unfounded: 0, warned_at: null },
  };
  const about = {
    ...{ age: 30, country: "DE", photo: null, about_me: "I play board games.", questions: [], status: "active" },
    ...{ joined: "2026-01-01T00:00:00Z", last_active: "2026-11-28T07:30:00Z", muted_until: null },
    ...{ language: "de", town: "Bremen" },
    ...{ suspended_until: null, look_alikes: { count: 0, members: [], words: "" } },
  };
  const item = {
    ...{ id: "m1", member: { id: "m1", name: "Pavel", fictional: false }, about, danger: [], urgent: true },
    ...{ site: "rendezvous", since: "2026-11-28T07:00:00Z", reports: [report], decisions: [] },
    ...{
      replies: [],
      reporter_replies: [],
      reporter_languages: ["sv"],
      letters: [{ name: "Emma", at: "2026-11-28T07:36:00Z" }],
    },
  } as unknown as QueuedReports;
  const none = async () => undefined;
  const acts = { next: [], last: null, onChange: () => {}, onMoved: () => {}, onAct: none, onReload: none };
  const { container } = await renderPage(<ReportView item={item} draft={newReportDraft(item)} {...acts} />, { root });
  const page = container.textContent ?? "";
  expect(page.indexOf(text)).toBeGreaterThan(0);
  expect(page.indexOf(text)).toBeLessThan(page.indexOf("I play board games."));
  expect(page).toContain("The team wrote to Emma (");
  // where they live, and the language of the words to them
  expect(page).toContain("Bremen, Germany · German");
  expect(page).toContain(
    "Help given, no measure / Leave it: nobody is in dangerOnly the reporter reads your words. Language: Swedish.",
  );
  expect(page).toContain(
    "Only Pavel reads your words. Language: German. The reporter reads: “We looked into what you reported",
  );
  expect(container.querySelector("time[datetime='2026-11-28T06:00:00Z']")?.textContent).toMatch(/^Sat, /);
  // a guest reads the words of "Leave it", so that no line says of any other button that Pavel alone does
  const notice = { name: "Noor", email: "noor@example.org", language: "fi", place: "Pavel" };
  const guestReport = {
    ...report,
    reporter: null,
    notice: { ...notice, question: null, reply: null, objection: null },
  };
  const guests = { ...item, reporter_languages: [], reports: [guestReport] } as unknown as QueuedReports;
  const guest = await renderPage(<ReportView item={guests} draft={newReportDraft(guests)} {...acts} />, { root });
  const lines = [...guest.container.querySelectorAll("dl > div, dl")].map(({ textContent }) => textContent ?? "");
  expect(lines.filter((line) => line.startsWith("If you take a measureOnly Pavel reads your words."))).not.toEqual([]);
  expect(guest.container.textContent).not.toContain("Any other button");
});

test("D11.3 a flagged member's only photo stands there once: only others can be opened", async () => {
  const buttons = async (others: number) => {
    const item = {
      ...{ id: "w1", site: "rendezvous", since: "2026-11-28T07:00:00Z", status: "active", photo: "/main.webp" },
      ...{ member: { id: "m1", name: "Eva", fictional: false }, language: "en", joined: "2026-01-01T00:00:00Z" },
      ...{ age: 30, about_me: "", other_photos: others, risks: { contact: 1, money: 0 }, recipients: 3, same_text: 0 },
      ...{ first: null, last: null, reports: 0, look_alikes: { count: 0, members: [], words: "" } },
      ...{ decisions: [], replies: [], dropped: null },
    } as unknown as QueuedReview;
    const acts = { next: [], last: null, onChange: () => {}, onMoved: () => {} };
    const later = { onAct: async () => {}, onReload: async () => undefined };
    const view = <ReviewView item={item} draft={newReviewDraft(item)} {...acts} {...later} />;
    const { container } = await renderPage(view, { root });
    return [...container.querySelectorAll("button")].filter(({ textContent }) => textContent === "Photos").length;
  };
  expect([await buttons(0), await buttons(2)]).toEqual([0, 1]);
});
