// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Bill } from "./bill.tsx";

async function wordsOf(changes: Partial<Settings> = {}) {
  const prices = {
    message_credits: 1,
    photo_credits: 3,
    voice_credits: 3,
    voice_messages: true,
    has_talks: true,
    call_minute_credits: 2,
    gift_credits: 5,
    gift_factors: { rose: 1 },
    signup_credits: 5,
    minimum_message_costs: {},
    countries: [],
  };
  const site = { name: "Rendezvous", answer_days: 7, refund_days: 14, free_photos: 3 };
  const settings = { ...prices, ...site, ...changes } as unknown as Settings;
  return (await renderPage(<Bill gifts={null} />, { root: { settings } })).container.textContent;
}

test("R10.01 the two links after the promise of an answer do not read as one sentence", async () => {
  expect(await wordsOf()).toContain("See how often that happens · The conditions");
});

test("R12.02 the bill has the price of a call where a call costs something, and no line where it is free", async () => {
  expect(await wordsOf()).toContain("A minute of a call, for the one who asks2 credits");
  expect(await wordsOf({ call_minute_credits: 0 })).not.toContain("A minute of a call");
});
