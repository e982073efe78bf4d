import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { localStore } from "#web/lib/storage.ts";
import { hidePushOffer, pushOfferKey, pushOwnerKey, pushStateAtOnce } from "./push-offer.ts";

afterEach(() => {
  localStore.removeItem(pushOwnerKey);
});

const cases = [
  { permission: "default", owner: null, state: "default" },
  { permission: "default", owner: "anna", state: "default" },
  { permission: "granted", owner: null, state: "default" },
  { permission: "granted", owner: "eva", state: "default" },
  { permission: "granted", owner: "anna", state: "subscribed" },
  { permission: "denied", owner: "anna", state: "denied" },
  { permission: null, owner: null, state: "incapable" },
];

test.each(cases)(
  "R4.12 with permission $permission and pushes of $owner the offer's state is $state at once",
  (given) => {
    const { permission, owner, state } = given;
    const browser = {
      Notification: permission === null ? undefined : { permission },
      PushManager: class {},
      navigator: { serviceWorker: {} },
    };
    for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
    if (owner !== null) localStore.setItem(pushOwnerKey, owner);
    expect(pushStateAtOnce("anna")).toBe(state);
    // the page's own script reaches the same result before the first paint
    const dataset = { dismissed: "" };
    runInNewContext(hidePushOffer("anna"), {
      self: browser,
      navigator: browser.navigator,
      localStorage: { getItem: (key: string) => (key === pushOwnerKey ? owner : null) },
      document: { documentElement: { dataset } },
    });
    expect(dataset.dismissed.trim()).toBe(state === "default" ? "" : pushOfferKey);
  },
);
