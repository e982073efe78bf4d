import { expect, test } from "vitest";
import { inputQuietMs, isBusyPage } from "./busy-page.ts";

const page = (focused: string | null, open: string | null) => ({
  activeElement:
    focused === null ? null : ({ matches: (list: string) => list.split(", ").includes(focused) } as Element),
  querySelector: (list: string) => (open !== null && list.split(", ").includes(open) ? ({} as Element) : null),
});

test("R4.20 R2.18 no popup opens over a field with the focus, an open dialog, or an open menu", () => {
  expect(isBusyPage(page(null, null), Number.POSITIVE_INFINITY)).toBe(false);
  expect(isBusyPage(page("button", null), Number.POSITIVE_INFINITY)).toBe(false);
  expect(isBusyPage(page("textarea", null), Number.POSITIVE_INFINITY)).toBe(true);
  expect(isBusyPage(page("select", null), Number.POSITIVE_INFINITY)).toBe(true);
  expect(isBusyPage(page(null, "dialog[open]"), Number.POSITIVE_INFINITY)).toBe(true);
  expect(isBusyPage(page(null, "[role=menu]"), Number.POSITIVE_INFINITY)).toBe(true);
});

test("R4.20 R2.18 no popup opens just after the user typed or ticked a filter", () => {
  expect(isBusyPage(page(null, null), 0)).toBe(true);
  expect(isBusyPage(page(null, null), inputQuietMs - 1)).toBe(true);
  expect(isBusyPage(page(null, null), inputQuietMs)).toBe(false);
});
