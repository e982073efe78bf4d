// @vitest-environment happy-dom
import { act } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { emitPopState } from "#web/lib/pop-state.ts";
import { renderPage } from "#web/test-dom.tsx";
import MemberBar from "./member-bar.tsx";

test("R2.11 Back closes the open account menu, and stays on the page", async () => {
  const hide = vi.fn();
  Object.defineProperty(HTMLElement.prototype, "hidePopover", { value: hide, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, "hidePopover"));
  const profile = { name: "Eva", main_image: null };
  const news = { credits: 5, new_visitors: 0, new_updates: 0, shared_dates: [] };
  const user = { profile, ...news, invisible: false } as unknown as User;
  const counts = { unread: 0, newLikes: 0 };
  const root = { user, counts, settings: {} as Settings, mode: "system" } as const;
  history.replaceState({ idx: 0 }, "");
  await renderPage(<MemberBar live={{ user, ...counts }} />, { root });
  const opened = Object.assign(new Event("beforetoggle"), { newState: "open" });
  await act(async () => document.getElementById("account-menu")?.dispatchEvent(opened));
  expect([history.state.overlays?.length, hide.mock.calls.length]).toEqual([1, 0]);
  // the browser's Back, from the menu's entry to the page's own
  history.replaceState({ idx: 0 }, "");
  await act(async () => emitPopState());
  expect(hide).toHaveBeenCalledOnce();
});
