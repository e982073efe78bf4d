import { expect, test, vi } from "vitest";
import { interceptPopState } from "./pop-state.ts";

/** A browser with its history, and a router that listens for popstate events after `interceptPopState`. */
function browser() {
  const target = new EventTarget();
  type State = { key: string; overlays?: { dialog: true }[] };
  const entries = [{ state: { key: "search" } as State, href: "/members" }];
  let at = 0;
  const entry = () => entries[at] ?? entries[0];
  const history = {
    get state() {
      return entry()?.state;
    },
    pushState(state: State, _: string, href = entry()?.href ?? "") {
      entries.splice(at + 1, entries.length, { state, href });
      at += 1;
    },
    replaceState(state: State, _ = "", href = entry()?.href ?? "") {
      entries[at] = { state, href };
    },
    back() {
      at -= 1;
      target.dispatchEvent(new Event("popstate"));
    },
  };
  vi.stubGlobal("history", history);
  vi.stubGlobal("location", {
    get href() {
      return entry()?.href;
    },
  });
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  interceptPopState();
  const router = vi.fn();
  target.addEventListener("popstate", router);
  return { history, router };
}

test("a phone's Back closes an overlay of the page, and the router gets no event", () => {
  const { history, router } = browser();
  history.pushState({ ...history.state, key: "search" }, "");
  history.back();
  expect(router).not.toHaveBeenCalled();
});

test("Back from a page that is not painted yet leads to the one before", () => {
  const { history, router } = browser();
  history.pushState({ key: "profile" }, "", "/members/7");
  history.back();
  expect(router).toHaveBeenCalledOnce();
});

test("after Back has closed an overlay, Back leads to the page before", () => {
  const { history, router } = browser();
  history.pushState({ key: "profile" }, "", "/members/7");
  history.pushState({ key: "profile" }, "");
  history.back();
  expect(router).not.toHaveBeenCalled();
  history.back();
  expect(router).toHaveBeenCalledOnce();
});

test("a page that is opened from a dialog takes the place of its entry: Back leads to the page below", () => {
  const { history, router } = browser();
  history.pushState({ key: "search", overlays: [{ dialog: true }] }, "");
  history.pushState({ key: "chat" }, "", "/members/7/chat");
  history.back();
  expect(router).toHaveBeenCalledOnce();
  expect(location.href).toBe("/members");
  expect(history.state?.overlays).toBeUndefined();
});
