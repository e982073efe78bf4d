// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { MemberFile } from "#contract/staff-members.ts";
import type { RootData } from "#web/lib/root-data.ts";
import { renderPage } from "#web/test-dom.tsx";
import MemberFilePage, { Sensitive } from "./member-file.tsx";
import { Photos } from "./photos.tsx";
import { RestoreForm } from "./restore-form.tsx";
import { Decisions } from "./safety.tsx";

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

const member = { id: "m1", version: 1, banned_at: "2026-11-20T12:00:00Z" } as MemberFile["member"];
type DecidedEntries = Parameters<typeof RestoreForm>[0]["decisions"];
const ban = {
  ...{ id: "d1", decision: "banned", ground: "scam", at: "2026-11-20T12:00:00Z", until: null },
  in_force: true,
} as DecidedEntries[number];

test.for([
  [[ban], "Ban for good · It’s a scam, or asks for money · "],
  [[], "Ban for good · "],
] as const)("D11.2 what is in force says which measure stands, why and since when", async ([decisions, words]) => {
  const { container } = await renderPage(<RestoreForm member={member} decisions={[...decisions]} />);
  expect(container.textContent).toContain(words);
  expect(container.textContent).toContain("2026");
});

test("D11.2 a warning that counts can be taken back, by the roles that take measures", async () => {
  const entry = { words: "Don't", until: null, by: "Mia", in_force: false, ground: "scam", at: "2026-11-20T12:00:00Z" };
  const decisions = [
    { ...entry, id: "d1", decision: "warned", lifted: false, objection: "none" },
    { ...entry, id: "d2", decision: "warned", lifted: true, objection: "none" },
    { ...entry, id: "d3", decision: "warned", lifted: false, objection: "upheld" },
    { ...entry, id: "d4", decision: "muted", lifted: false, objection: "none" },
  ] as DecidedEntries;
  const forms = async (seenBy: typeof member | null) => {
    const { container } = await renderPage(<Decisions decisions={decisions} help={[]} member={seenBy} />);
    return [...container.querySelectorAll("summary")].map(({ textContent }) => textContent);
  };
  expect(await forms(member)).toEqual(["Take back the warning"]);
  expect(await forms(null)).toEqual([]);
});

test("DSA 18 a member's page says under the decisions that help was given and the police told, with who did it and when", async () => {
  const help = [
    { at: "2026-11-27T23:31:00Z", by: "Mia", helped: true, authority_told: true },
    { at: "2026-11-20T12:00:00Z", by: "Max", helped: false, authority_told: true },
  ];
  const { container } = await renderPage(<Decisions decisions={[]} help={help} member={null} />);
  const [first, second] = [...container.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
  expect(first).toContain("Help given, no measure");
  expect(first).toContain("The police or the emergency services were told.");
  expect(first).toMatch(/27.* · Mia$/);
  expect(second).not.toContain("Help given");
  expect(second).toMatch(/20.* · Max$/);
  expect(container.textContent).not.toContain("Nothing here");
});

const file = {
  member: {
    ...{ ...member, name: "Eva", fictional: false, site: "rendezvous", status: "active", automatic: false },
    ...{ gender: "female", age: 34, country: "NL", town: null, language: "en", about_me: "", premium: false },
    ...{ invisible: false, confirmed_at: null, muted_until: null, suspended_until: null, banned_at: null },
    ...{ deleted_at: null, created_at: "2026-11-20T12:00:00Z", last_active_at: "2026-11-20T12:00:00Z" },
  },
  counts: { likes_sent: 0, likes_received: 0, matches: 0, chats: 0 },
  ...{ photos: [], unspent: [], replies: [] },
  money: { credits: 0, debt: 0, ledger: [], payments: [], debits_blocked_at: null, waiting: [] },
  safety: {
    look_alikes: { count: 0, members: [] },
    reports: [],
    decisions: [],
    help: [],
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
  type PageProps = Parameters<typeof MemberFilePage>[0];
  const props = { loaderData: { file: seen, role } } as unknown as PageProps;
  const { container } = await renderPage(<MemberFilePage {...props} />, { root });
  const ids = [...container.querySelectorAll("nav a")].map((link) => link.getAttribute("href")?.slice(1) ?? "");
  expect(ids).toHaveLength(parts);
  const order = [...container.querySelectorAll("section[id]")].map(({ id }) => id);
  expect(order).toEqual(ids);
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
