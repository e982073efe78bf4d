// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { MemberFile } from "#contract/staff-members.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Sensitive } from "./member-file.tsx";
import { RestoreForm } from "./restore-form.tsx";

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
type Decisions = Parameters<typeof RestoreForm>[0]["decisions"];
const ban = {
  ...{ id: "d1", decision: "banned", ground: "scam", at: "2026-11-20T12:00:00Z", until: null },
  in_force: true,
} as Decisions[number];

test.for([
  [[ban], "Ban for good · It’s a scam, or asks for money · "],
  [[], "Ban for good · "],
] as const)("D11.2 what is in force says which measure stands, why and since when", async ([decisions, words]) => {
  const { container } = await renderPage(<RestoreForm member={member} decisions={[...decisions]} />);
  expect(container.textContent).toContain(words);
  expect(container.textContent).toContain("2026");
});
