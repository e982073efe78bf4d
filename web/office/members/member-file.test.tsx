// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test, vi } from "vitest";
import type { MemberFile } from "#contract/staff-members.ts";
import type { RootData } from "#web/lib/root-data.ts";
import { renderPage } from "#web/test-dom.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import MemberFilePage, { Sensitive } from "./member-file.tsx";
import { Photos } from "./photos.tsx";
import { RestoreForm } from "./restore-form.tsx";
import { Decisions, Notes, RejectedPictures, Reports } from "./safety.tsx";

test("D11.4 each sensitive detail needs a reason of its own", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ fields: { email: "eva@example.org" } }));
  const { container } = await renderPage(<Sensitive id="m1" {...{ role: "admin" as const }} />);
  const reason = () => container.querySelector<HTMLInputElement>("input[name=reason]");
  await act(async () => {
    const field = reason();
    if (field) field.value = "She asked by phone";
    container.querySelector<HTMLElement>("button[type=submit]")?.click();
  });
  expect(container.textContent).toContain("eva@example.org");
  expect(reason()?.value).toBe("");
});

const member = { id: "m1", version: 1, language: "da", banned_at: "2026-11-20T12:00:00Z" } as MemberFile["member"];
type DecidedEntries = Parameters<typeof Decisions>[0]["decisions"];
const ban = {
  ...{ id: "d1", decision: "banned", ground: "scam", at: "2026-11-20T12:00:00Z", until: null },
  in_force: true,
} as DecidedEntries[number];

const mistake = [{ title: "It was our mistake", text: "We were wrong", id: null }];
const muted = { ...ban, id: "d2", decision: "muted", ground: "harassment" } as const;

test("D11.2 what lifts everything stands with what it lifts; one measure alone is lifted where it was decided", async () => {
  const open = async (decisions: DecidedEntries) =>
    (await renderPage(<RestoreForm member={member} decisions={decisions} replies={mistake} />)).container;
  const lines = (container: Element) => [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  const both = await open([ban, muted]);
  expect(lines(both)).toEqual([
    expect.stringMatching(/^Ban for good · It’s a scam, or asks for money · .*2026$/),
    expect.stringMatching(/^Mute · It insults or threatens someone · .*2026$/),
  ]);
  expect(both.querySelector("button[type=submit]")?.textContent).toBe("Lift everything");
  // a ban by a command
  const undecided = await open([]);
  expect(lines(undecided)).toEqual([expect.stringMatching(/^Ban for good · .*2026$/)]);
  expect(undecided.querySelector("button[type=submit]")?.textContent).toBe("Lift the ban");
  expect((await open([ban])).textContent).toBe("");
});

test("D11.2 a measure is lifted beside its decision, by words that are ready, once it was asked with what follows", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({ ok: true });
  });
  const { container } = await renderPage(
    <ToastProvider>
      <Decisions
        decisions={[{ ...ban, words: "", by: null, lifted: false, objection: "none", appeal: null }] as DecidedEntries}
        {...{ help: [], member, replies: mistake }}
      />
    </ToastProvider>,
  );
  const press = (selector: string) => act(async () => container.querySelector<HTMLElement>(selector)?.click());
  expect(container.querySelector("summary.button")?.textContent).toBe("Lift the ban");
  const ready = [...container.querySelectorAll("button")].find(({ textContent }) => textContent === mistake[0]?.title);
  expect(container.textContent).toContain("In your own words, for the memberLanguage: Danish.");
  await act(async () => ready?.click());
  await press("button[type=submit]");
  expect(bodies).toEqual([]);
  expect(container.querySelector("dialog blockquote")?.textContent).toBe("We were wrong");
  const effects = [...container.querySelectorAll("dialog li")].map(({ textContent }) => textContent);
  expect(effects).toEqual([
    "The member gets an email with your words.",
    "The member can log in and write again, and others see the profile again.",
    "Members who were warned about this member get an email: the warning no longer holds.",
    "Credits and money that were given back stay where they are.",
  ]);
  await press("dialog button.button-primary, dialog button[class*=primary]");
  expect(bodies).toEqual([{ id: "m1", version: 1, words: "We were wrong", decision: "d1" }]);
  expect(container.querySelector(".toast")?.textContent).toContain("Lifted. The member gets an email.");
});

test("D11.2 a decision shows the text and the photo that it took from the profile", async () => {
  const taken = { ...ban, words: "", by: null, in_force: false, lifted: false, objection: "none", appeal: null };
  const decisions = [
    { ...taken, id: "d1", decision: "text_removed", content: "Call me", image: null },
    { ...taken, id: "d2", decision: "photo_rejected", content: null, image: "/staff-files/rejected/d2.webp" },
    { ...taken, id: "d3", decision: "muted", content: null, image: null },
  ] as DecidedEntries;
  const { container } = await renderPage(<Decisions decisions={decisions} help={[]} member={null} replies={[]} />);
  const [text, photo, measure] = [...container.querySelectorAll("li")];
  expect(text?.textContent).toContain("What was removedCall me");
  expect(photo?.querySelector("img")?.getAttribute("src")).toBe("/staff-files/rejected/d2.webp");
  expect(measure?.textContent).not.toContain("What was removed");
});

test("D11.2 a warning that counts and a rejection can be taken back, by the roles that take measures", async () => {
  const entry = {
    words: "Don't",
    until: null,
    by: "Mia",
    in_force: false,
    ground: "scam",
    content: null,
    image: null,
    appeal: null,
    at: "2026-11-20T12:00:00Z",
  };
  const decisions = [
    { ...entry, id: "d1", decision: "warned", lifted: false, can_take_back: true, objection: "none" },
    { ...entry, id: "d2", decision: "photo_rejected", lifted: false, can_take_back: true, objection: "none" },
    { ...entry, id: "d3", decision: "warned", lifted: true, can_take_back: false, objection: "none" },
    { ...entry, id: "d4", decision: "muted", lifted: false, can_take_back: false, objection: "none" },
  ] as DecidedEntries;
  const forms = async (seenBy: typeof member | null) => {
    const { container } = await renderPage(<Decisions decisions={decisions} help={[]} member={seenBy} replies={[]} />);
    return [...container.querySelectorAll("summary")].map(({ textContent }) => textContent);
  };
  expect(await forms(member)).toEqual(["Take back the warning", "Take back the rejection"]);
  expect(await forms(null)).toEqual([]);
});

test.for([
  ["lifted, answered by a colleague", { lifted: true, objection: "open" }, true],
  ["in force", { lifted: false, objection: "open" }, false],
  ["lifted, and answered", { lifted: true, objection: "rejected" }, false],
] as const)(
  "D11.4 what becomes of an open appeal against a measure that was lifted stands there: %s",
  async ([_, state, isSaid]) => {
    const entry = { ...ban, words: "", by: "Mia", content: null, image: null, in_force: false, appeal: null, ...state };
    const decisions = [entry as DecidedEntries[number]];
    const { container } = await renderPage(<Decisions decisions={decisions} help={[]} member={null} replies={[]} />);
    expect(container.textContent?.includes("A colleague still has to answer the appeal.")).toBe(isSaid);
  },
);

test("DSA 18 a member's page says under the decisions that help was given and the police told, with who did it and when", async () => {
  const help = [
    { at: "2026-11-27T23:31:00Z", by: "Mia", helped: true, authority_told: true, authority_reference: "POL-7/26" },
    { at: "2026-11-20T12:00:00Z", by: "Max", helped: false, authority_told: true, authority_reference: "" },
  ];
  const { container } = await renderPage(<Decisions decisions={[]} help={help} member={null} replies={[]} />);
  const [first, second] = [...container.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
  expect(first).toContain("Help given, no measure");
  expect(first).toContain("The police or the emergency services were told. POL-7/26");
  expect(first).toMatch(/27.* · Mia$/);
  expect(second).not.toContain("Help given");
  expect(second).toMatch(/20.* · Max$/);
  expect(container.textContent).not.toContain("Nothing here");
});

test("D11.4 a decision shows its appeal, the answer and who gave it; what staff did not accept as a selfie is one line", async () => {
  const common = { kind: "selfie", reason: "someone_else", by: "Zoe", can_take_back: false } as const;
  const picture = { ...common, at: "2026-11-22T12:00:00Z", taken_back: false };
  const answer = { words: "You’re right.", at: "2026-11-22T12:00:00Z", by: "Max" };
  const appeal = { text: "I only joked", at: "2026-11-21T12:00:00Z", answer };
  const entry = {
    ...ban,
    words: "",
    by: "Mia",
    content: null,
    image: null,
    in_force: false,
    lifted: true,
    objection: "upheld",
    appeal,
  };
  const { container } = await renderPage(
    <>
      <Decisions decisions={[entry as DecidedEntries[number]]} help={[]} member={null} replies={[]} />
      <RejectedPictures
        name="Vera"
        pictures={[
          { ...picture, at: "2026-11-23T12:00:00Z", can_take_back: true },
          { ...picture, taken_back: true },
        ]}
        member="m1"
      />
    </>,
  );
  const terms = [...container.querySelectorAll("dt, dd")].map(({ textContent }) => textContent ?? "");
  expect(terms[0]).toMatch(/^Appeal · .*2026/);
  expect(terms[1]).toBe("I only joked");
  expect(terms[2]).toMatch(/^Answer · .*2026.* · Max$/);
  expect(terms[3]).toBe("You’re right.");
  const [standing, takenBack] = [...container.querySelectorAll("li")].slice(-2);
  expect(standing?.textContent).toMatch(/Selfie of VeraSomeone else.*2026 · ZoeTake back the rejection$/);
  expect(takenBack?.textContent).toMatch(/Selfie of VeraSomeone else.*2026 · ZoeLifted$/);
});

test("D11.4 an open report on a member’s page leads to its item, for the roles that work on reports", async () => {
  const report = { about: "profile", reason: "scam", unfounded: false, at: "2026-11-20T12:00:00Z", open: true };
  const reports = [
    { ...report, id: "r1", made: false, other: { id: "m2", name: "Ben" } },
    { ...report, id: "r2", made: true, other: { id: "m3", name: "Cleo" } },
    { ...report, id: "r3", made: true, other: null },
    { ...report, id: "r4", made: true, other: { id: "m4", name: "Dora" }, open: false },
  ] as Parameters<typeof Reports>[0]["reports"];
  const linksFor = async (role: "moderator" | "support") => {
    const { container } = await renderPage(<Reports id="m1" reports={reports} role={role} />);
    const links = container.querySelectorAll<HTMLAnchorElement>("a[href*=queue]");
    return [...links].map((link) => new URL(link.href).search);
  };
  expect(await linksFor("moderator")).toEqual(["?item=m1", "?item=m3", "?item=r3"]);
  expect(await linksFor("support")).toEqual([]);
});

const file = {
  member: {
    ...{ ...member, name: "Eva", fictional: false, site: "rendezvous", status: "active", automatic: false },
    ...{ gender: "female", age: 34, country: "NL", town: null, language: "en", about_me: "", premium: false },
    ...{ invisible: false, confirmed_at: null, muted_until: null, suspended_until: null, banned_at: null },
    ...{ deleted_at: null, created_at: "2026-11-20T12:00:00Z", last_active_at: "2026-11-20T12:00:00Z" },
  },
  counts: { likes_sent: 0, likes_received: 0, matches: 0, chats: 0 },
  ...{ photos: [], introductions: [], unspent: [], replies: [], measure_replies: [], lift_replies: [] },
  money: { credits: 0, debt: 0, ledger: [], payments: [], debits_blocked_at: null, waiting: [] },
  safety: {
    look_alikes: { count: 0, members: [], words: "" },
    reports: [],
    decisions: [],
    help: [],
    rejected_pictures: [],
    complaints: [],
    notes: [],
    devices: [],
  },
} as MemberFile;

const root = { settings: { name: "Rendezvous" } as RootData["settings"] };

test.for([
  ["admin", file, 10],
  ["moderator", { ...file, money: null }, 8],
  ["finance", { ...file, safety: null }, 4],
] as const)("D11.4 the page of a member begins with its parts for the role %s", async ([role, seen, parts]) => {
  const props = { loaderData: { file: seen, role } } as unknown as PageProps;
  const { container } = await renderPage(<MemberFilePage {...props} />, { root });
  expect(container.textContent).toContain("LanguageEnglish");
  const ids = [...container.querySelectorAll("nav a")].map((link) => link.getAttribute("href")?.slice(1) ?? "");
  expect(ids).toHaveLength(parts);
  const order = [...container.querySelectorAll("section[id]")].map(({ id }) => id);
  expect(order).toEqual(ids);
});

type PageProps = Parameters<typeof MemberFilePage>[0];

function TwoMembers() {
  const [id, setId] = useState("m1");
  const loaderData = { file: { ...file, member: { ...file.member, id } }, role: "admin" };
  return (
    <>
      <button type="button" id="next" onClick={() => setId("m2")} />
      <MemberFilePage {...({ loaderData } as unknown as PageProps)} />
    </>
  );
}

test("D11.4 what staff have typed for a member does not stand in the form of the next one", async () => {
  const { container } = await renderPage(<TwoMembers />, { root });
  const fields = () => [...container.querySelectorAll<HTMLTextAreaElement>("form textarea, form input[type=text]")];
  expect(fields().length).toBeGreaterThan(3);
  for (const field of fields()) field.value = "for Eva alone";
  await act(async () => container.querySelector<HTMLElement>("#next")?.click());
  expect(fields().map(({ value }) => value)).not.toContain("for Eva alone");
});

test.for([
  ["active", "Shown"],
  ["banned", "Not shown with this account"],
  ["suspended", "Not shown with this account"],
] as const)("D11.4 the photos of a member who is %s say whether others see them", async ([status, words]) => {
  const photos = [{ id: "p1", image: "/p1", main: true, status: "active" as const }];
  const { container } = await renderPage(
    <Photos photos={photos} member={{ ...file.member, status }} {...{ role: "admin" as const }} />,
  );
  const chips = [...container.querySelectorAll("li span")].map(({ textContent }) => textContent);
  expect(chips).toContain(words);
});

test("D11.4 a deleted note leaves the page at once", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ ok: true }));
  const note = { id: "n1", text: "Calm on the phone", at: "2026-11-20T12:00:00Z", by: "Mia", can_delete: true };
  const { container, router } = await renderPage(<Notes id="m1" notes={[note]} />);
  const revalidate = vi.spyOn(router, "revalidate");
  await act(async () => container.querySelector<HTMLElement>("li button")?.click());
  expect(container.querySelector("dialog")?.textContent).toContain("The note is gone for good.");
  expect(revalidate).not.toHaveBeenCalled();
  await act(async () => container.querySelector<HTMLElement>("dialog .button-danger")?.click());
  expect(revalidate).toHaveBeenCalledOnce();
});
