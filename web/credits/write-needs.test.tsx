// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { WriteNeeds } from "./write-needs.tsx";

const now = new Date("2026-11-29T20:00:00Z");

test("D11.4 a muted member reads it before the tap, until the time is over", async () => {
  vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date"] });
  const settings = { message_credits: 0, signup_credits: 0, minimum_message_costs: {} } as unknown as Settings;
  const user = {
    id: "anna",
    status: "active",
    credits: 3,
    muted_until: "2026-11-29T20:01:00Z",
    profile: { country: "GB" },
  } as User;
  const root = { settings, user, counts: { unread: 0, newLikes: 0 } };
  const member = { id: "bert", fictional: false, automatic: false };
  const { container } = await renderPage(<WriteNeeds member={member} writing="open" />, { root });
  expect(container.textContent).toBe("You can’t write to others right now. See why, and until when");
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/decisions");
  await act(async () => void (await vi.advanceTimersByTimeAsync(61_000)));
  expect(container.textContent).toMatch(/3 credits left$/);
  vi.useRealTimers();
});
