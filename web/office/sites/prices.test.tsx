// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { ShownSite } from "#contract/staff-sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import Prices from "./prices.tsx";

const pricesOf = async (unusual: ShownSite["unusual"]) => {
  const market = { country: null, currency: "EUR", vat_percent: 5, prices: { "20": 14 } };
  const site = { sites: [{ key: "a", name: "A" }], key: "a", bundles: [market], unusual } as Partial<ShownSite>;
  const props = { loaderData: site } as Parameters<typeof Prices>[0];
  const root = { settings: { name: "A" } as Settings };
  return (await renderPage(<Prices {...props} />, { root })).container.textContent;
};

test("D7.2 the page of prices names what is unusual in the saved ones, and nothing else", async () => {
  const warned = await pricesOf(["vat", "prices"]);
  expect(warned).toContain("Check the VAT: it differs from the usual rate of a country");
  expect(warned).toContain("Check the prices: one is tiny. They’re in cents");
  expect(await pricesOf([])).not.toMatch(/Check the (?:VAT|prices)/);
});
