// @vitest-environment happy-dom
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import Premium from "./premium.tsx";

type Loaded = ComponentProps<typeof Premium>["loaderData"];

type Case = { price: number; isPremium?: boolean; isMuted?: boolean; isPaused?: boolean };

async function read({ price, isPremium = false, isMuted = false, isPaused = false }: Case) {
  const bundle = { id: "s", credits: 10, price, list_price: 995, currency: "EUR" };
  const code = { code: "TIMEBONUS25", percentage: 25, value: null, currency: null, expires: "2026-11-20T18:00:00Z" };
  const discount = price === 995 ? null : { discountcode: code, now: "2026-11-20T15:00:00Z" };
  const hurdles = { unproven: false, pausedUntil: isPaused ? "2026-11-22T15:00:00Z" : null };
  const loaderData = {
    returnTo: undefined,
    cheapest: bundle,
    offer: { discount, debt: 0, muted: isMuted },
    hurdles,
  } as unknown as Loaded;
  const props = { loaderData } as unknown as ComponentProps<typeof Premium>;
  const settings = { name: "Rendezvous", refund_days: 14, higher_chance_proof: "" } as Settings;
  const user = { credits: 0, paid_user: isPremium, profile: { country: "NL" } } as User;
  const root = { settings, user, counts: { unread: 0, newLikes: 0 } };
  const { container } = await renderPage(<Premium {...props} />, { root });
  return { text: container.textContent, before: container.querySelector("s")?.textContent };
}

test("a price with the welcome discount stands beside the one before it, with the end of the discount", async () => {
  const { text, before } = await read({ price: 746 });
  expect(text).toContain("From €7.46, for 10 credits.");
  expect(before).toBe("€9.95");
  expect(text).toMatch(/Welcome discount: 25% off your first purchase\. Until \S+/);
});

test("without a discount there is one price, and none for a Premium member", async () => {
  const { text, before } = await read({ price: 995 });
  expect([text?.includes("From €9.95, for 10 credits."), before]).toEqual([true, undefined]);
  expect((await read({ price: 995, isPremium: true })).text).not.toContain("9.95");
});

test("D11.4 above the button a member reads what stands in the way of an order: a mute, an own pause", async () => {
  const words = "You can’t write to others right now";
  expect((await read({ price: 995 })).text).not.toContain(words);
  const { text } = await read({ price: 995, isMuted: true, isPaused: true });
  expect(text).toMatch(/Purchases are paused until 22 Nov 2026 .*See credit bundles/);
  expect(text).toMatch(new RegExp(`${words}.*See credit bundles`));
});
