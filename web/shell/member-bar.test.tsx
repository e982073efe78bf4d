// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import MemberBar from "./member-bar.tsx";

test("R2.11 Back closes the account menu at once; a page that arrives later leaves it open", async () => {
  const hide = vi.fn();
  Object.defineProperty(HTMLElement.prototype, "hidePopover", { value: hide, configurable: true });
  const profile = { name: "Eva", main_image: null };
  const user = { profile, credits: 5, new_visitors: 0, new_updates: 0, invisible: false } as unknown as User;
  const root = { user, counts: { unread: 0, newLikes: 0 }, settings: {} as Settings, mode: "system" } as const;
  const { router } = await renderPage(<MemberBar user={user} />, { root });
  await act(() => router.navigate("/?sort=active"));
  expect(hide).not.toHaveBeenCalled();
  dispatchEvent(new PopStateEvent("popstate"));
  expect(hide).toHaveBeenCalledOnce();
  Reflect.deleteProperty(HTMLElement.prototype, "hidePopover");
});
