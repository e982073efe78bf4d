import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createDismissals, hideDismissed } from "./dismissals.ts";

function given() {
  const kept = new Map<string, string>();
  const dismissals = createDismissals({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  return { kept, dismissals };
}
const now = new Date("2026-11-20T18:00:00.900Z");

test("R4.09 a dismissal is kept under its key as unix seconds, and only what it is about is hidden", () => {
  const { kept, dismissals } = given();
  expect(dismissals.isDismissed("hide-enrich-alert", "anna")).toBe(false);
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  expect(kept.get("hide-enrich-alert")).toBe("1795197600");
  expect(dismissals.isDismissed("hide-enrich-alert", "anna")).toBe(true);
  expect(dismissals.isDismissed("hide-time-bonus-modal", "anna")).toBe(false);
});

test("D9.4 who logs in as somebody else inherits nothing, and takes nothing away until they dismiss something", () => {
  const { kept, dismissals } = given();
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  expect(dismissals.isDismissed("hide-enrich-alert", "eva")).toBe(false);
  expect(dismissals.isDismissed("hide-enrich-alert", "anna")).toBe(true);
  dismissals.dismiss("hide-time-bonus-modal", "eva", now);
  expect(dismissals.isDismissed("hide-enrich-alert", "eva")).toBe(false);
  expect(kept.has("hide-enrich-alert")).toBe(false);
});

test("R4.09 what shows an alert hears when it is dismissed", () => {
  const { dismissals } = given();
  let heard = 0;
  const stop = dismissals.listen(() => {
    heard += 1;
  });
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  stop();
  dismissals.dismiss("hide-enrich-alert", "anna", now);
  expect(heard).toBe(1);
});

test("R4.09 a key that is there hides its alert, whoever put it there", () => {
  const { kept, dismissals } = given();
  kept.set("hide-push-notification-alert", "1795197600");
  expect(dismissals.isDismissed("hide-push-notification-alert", "anna")).toBe(true);
});

test("ux an offer of pushes that was put off comes back after 14 days, once; the second time it stays away", () => {
  const { kept, dismissals } = given();
  const key = "hide-push-notification-alert";
  const rest = { days: 14, times: 2 };
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const isDismissed = (days: number) => {
    dismissals.endRest(key, "anna", rest, later(days));
    return dismissals.isDismissed(key, "anna");
  };
  dismissals.dismiss(key, "anna", now);
  expect([isDismissed(0), isDismissed(13.9)]).toEqual([true, true]);
  expect([isDismissed(14), kept.has(key)]).toEqual([false, false]);
  dismissals.dismiss(key, "anna", later(14));
  expect([isDismissed(28), isDismissed(1000)]).toEqual([true, true]);
  dismissals.dismiss("hide-enrich-alert", "eva", now);
  expect(kept.has(`${key}-times`)).toBe(false);
});

test("R4.09 D9.4 the page's own script marks what its member has dismissed, and nothing of somebody else's", () => {
  const run = (memberId: string, kept: Record<string, string>) => {
    const dataset: { dismissed?: string } = {};
    const localStorage = { getItem: (key: string) => kept[key] ?? null };
    runInNewContext(hideDismissed(memberId), { localStorage, document: { documentElement: { dataset } } });
    return dataset.dismissed;
  };
  const kept = { "hide-enrich-alert": "1795197600", "dismissals-of": "anna" };
  expect(run("anna", kept)).toBe("hide-enrich-alert");
  expect(run("eva", kept)).toBeUndefined();
  expect(run("eva", { "hide-enrich-alert": "1" })).toBe("hide-enrich-alert");
  expect(run("anna", {})).toBe("");
});
