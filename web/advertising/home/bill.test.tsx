// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Bill } from "./bill.tsx";

test("R10.01 the two links after the promise of an answer do not read as one sentence", async () => {
  const prices = {
    message_credits: 1,
    photo_credits: 3,
    voice_credits: 3,
    voice_messages: true,
    signup_credits: 5,
    minimum_message_costs: {},
    countries: [],
  };
  const settings = {
    ...prices,
    name: "Rendezvous",
    answer_days: 7,
    refund_days: 14,
    free_photos: 3,
  } as unknown as Settings;
  const { container } = await renderPage(<Bill gifts={null} />, { root: { settings } });
  expect(container.textContent).toContain("See how often that happens · The conditions");
});
