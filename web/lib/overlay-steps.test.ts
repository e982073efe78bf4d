import { afterEach, expect, test, vi } from "vitest";
import { interceptPopState } from "./pop-state.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser with its history, and a router that listens for popstate events after `interceptPopState`. */
function browser() {
  const target = new EventTarget();
  const entries = [{ state: { key: "search" } as { key: string; overlays?: string[] }, href: "/members" }];
  let at = 0;
  const entry = () => entries[at] ?? entries[0];
  const history = {
    get state() {
      return entry()?.state;
    },
    pushState(state: { key: string }, _: string, href = entry()?.href ?? "") {
      entries.splice(at + 1, entries.length, { state, href });
      at += 1;
    },
    replaceState(state: { key: string }) {
      entries[at] = { state, href: entry()?.href ?? "" };
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
