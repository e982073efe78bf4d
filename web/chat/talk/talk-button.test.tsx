// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Card } from "#contract/profiles.ts";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { TalkButton } from "./talk-button.tsx";

test("R12.02 D11.4 a muted member is offered no call, until the time is over", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-29T20:00:00Z"), toFake: ["setTimeout", "clearTimeout", "Date"] });
  const user = { id: "anna", muted_until: "2026-11-29T20:01:00Z", profile: { country: "GB" } } as User;
  const root = { settings: {} as Settings, user, counts: { unread: 0, newLikes: 0 } };
  const member = { id: "bert", name: "Bert", fictional: false, automatic: false } as Card;
  const talk = { chance: "open", minute_credits: 0, last: null } as const;
  const { container } = await renderPage(<TalkButton {...{ member, talk }} onChanged={() => {}} />, { root });
  expect(container.querySelector("button")).toBeNull();
  await act(async () => void (await vi.advanceTimersByTimeAsync(61_000)));
  expect(container.querySelector("button")?.title).toBe("Ask for a call");
  vi.useRealTimers();
});
