// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { WriteNeeds } from "./write-needs.tsx";

const now = new Date("2026-11-29T20:00:00Z");

const member = { id: "bert", fictional: false, automatic: false };

function rootWith(user: Partial<User>) {
  const settings = { message_credits: 0, signup_credits: 0, minimum_message_costs: {} } as unknown as Settings;
  const viewer = { id: "anna", status: "active", credits: 3, muted_until: null, profile: { country: "GB" } } as User;
  return { settings, user: { ...viewer, ...user }, counts: { unread: 0, newLikes: 0 } };
}

test("D11.4 a muted member reads it before the tap, until the time is over", async () => {
  vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date"] });
  const root = rootWith({ muted_until: "2026-11-29T20:01:00Z" });
  const { container } = await renderPage(<WriteNeeds member={member} writing="open" />, { root });
  expect(container.textContent).toBe("You can’t write to others right now. See why, and until when");
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/decisions");
  await act(async () => void (await vi.advanceTimersByTimeAsync(61_000)));
  expect(container.textContent).toMatch(/3 credits left$/);
  vi.useRealTimers();
});

test("D11.5 a member without the consent reads it before the tap, with the way to give it", async () => {
  const root = rootWith({ lacks_consent: true });
  const { container } = await renderPage(<WriteNeeds member={member} writing="open" />, { root });
  expect(container.textContent).toMatch(/^You withdrew your consent, .* anyone new\. Give my consent$/);
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/notifications/consents");
});
