import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { createDismissals, hideDismissed } from "./dismissals.ts";

function setUp() {
  const items = new Map<string, string>();
  const dismissals = createDismissals({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  });
  return { items, dismissals };
}
const now = new Date("2026-11-20T18:00:00.900Z");

test("R4.09 a dismissal is stored under its key as unix seconds, and hides only its own subject", () => {
  const { items, dismissals } = setUp();
  expect(dismissals.isDismissed("hide-enrich-alert", "anna")).toBe(false);
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  expect(items.get("hide-enrich-alert")).toBe("1795197600");
  expect(dismissals.isDismissed("hide-enrich-alert", "anna")).toBe(true);
  expect(dismissals.isDismissed("hide-time-bonus-modal", "anna")).toBe(false);
});

test("D9.4 another member who logs in inherits no dismissals, and deletes none until they dismiss something", () => {
  const { items, dismissals } = setUp();
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  expect(dismissals.isDismissed("hide-enrich-alert", "eva")).toBe(false);
  expect(dismissals.isDismissed("hide-enrich-alert", "anna")).toBe(true);
  dismissals.dismiss("hide-time-bonus-modal", "eva", now);
  expect(dismissals.isDismissed("hide-enrich-alert", "eva")).toBe(false);
  expect(items.has("hide-enrich-alert")).toBe(false);
});

test("R4.09 listeners run when an alert is dismissed", () => {
  const { dismissals } = setUp();
  let calls = 0;
  const stop = dismissals.listen(() => {
    calls += 1;
  });
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  stop();
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  expect(calls).toBe(1);
});

test("R4.09 a stored key hides its alert, even if other code stored it", () => {
  const { items, dismissals } = setUp();
  items.set("hide-push-notification-alert", "1795197600");
  expect(dismissals.isDismissed("hide-push-notification-alert", "anna")).toBe(true);
});

test("R2.29 a postponed offer to install comes back after 14 days, once; the second time it stays away", () => {
  const { items, dismissals } = setUp();
  const key = "hide-install-hint";
  const rest = { days: 14, times: 2 };
  const later = (days: number) => new Date(now.getTime() + days * dayMs);
  const isDismissed = (days: number) => {
    dismissals.endSnooze(key, "anna", rest, later(days));
    return dismissals.isDismissed(key, "anna");
  };
  dismissals.dismiss(key, "anna", now);
  expect([isDismissed(0), isDismissed(13.9)]).toEqual([true, true]);
  expect([isDismissed(14), items.has(key)]).toEqual([false, false]);
  dismissals.dismiss(key, "anna", later(14));
  expect([isDismissed(28), isDismissed(1000)]).toEqual([true, true]);
  dismissals.dismiss("hide-enrich-alert", "eva", now);
  expect(items.has(`${key}-times`)).toBe(false);
});

/** Runs the page's own script in a browser that holds `entries`. */
function runInPage(memberId: string, entries: Record<string, string>) {
  const items = new Map(Object.entries(entries));
  const dataset: { dismissed?: string } = {};
  let onClick = (_event: object) => {};
  runInNewContext(hideDismissed(memberId), {
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: unknown) => void items.set(key, String(value)),
      removeItem: (key: string) => void items.delete(key),
    },
    document: { documentElement: { dataset } },
    // in the capture phase: React stops a click on a part that is not hydrated yet
    addEventListener: (_type: string, listener: typeof onClick, capture?: boolean) => {
      if (capture) onClick = listener;
    },
  });
  const press = (dismiss: string | undefined) =>
    onClick({ target: { closest: () => (dismiss ? { dataset: { dismiss } } : null) } });
  return { items, dataset, press };
}

test("R4.09 D9.4 the page's own script marks what its member has dismissed, and ignores another member's dismissals", () => {
  const run = (memberId: string, stored: Record<string, string>) => runInPage(memberId, stored).dataset.dismissed;
  const entries = { "hide-enrich-alert": "1795197600", "dismissals-of": "anna" };
  expect(run("anna", entries)).toBe("hide-enrich-alert");
  expect(run("eva", entries)).toBe("");
  expect(run("eva", { "hide-enrich-alert": "1" })).toBe("hide-enrich-alert");
  expect(run("anna", {})).toBe("");
});

test("R4.13 a close button that is pressed before the page is hydrated hides its alert for good, like one pressed later", () => {
  const key = "hide-disabled-notifications-alert";
  const { items, dataset, press } = runInPage("anna", {});
  press(undefined);
  expect(items.size).toBe(0);
  press(key);
  expect(dataset.dismissed).toContain(key);
  expect(items.get(key)).toMatch(/^\d{10}$/);
  // what the alert reads once it is hydrated
  const dismissals = createDismissals({
    getItem: (name) => items.get(name) ?? null,
    setItem: () => {},
    removeItem: () => {},
  });
  expect([dismissals.isDismissed(key, "anna"), dismissals.isDismissed(key, "eva")]).toEqual([true, false]);
});

test("R4.09 D9.4 before hydration, the first dismissal deletes another member's; afterwards the script does nothing", () => {
  const { items, dataset, press } = runInPage("eva", { "hide-enrich-alert": "1", "dismissals-of": "anna" });
  press("hide-push-notification-alert");
  expect([...items.keys()].sort()).toEqual(["dismissals-of", "hide-push-notification-alert"]);
  expect(items.get("dismissals-of")).toBe("eva");
  // the alerts are hydrated
  delete dataset.dismissed;
  press("hide-enrich-alert");
  expect(items.has("hide-enrich-alert")).toBe(false);
});
