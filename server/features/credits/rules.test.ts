import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { costOfCredits } from "#contract/cost-of-credits.ts";
import { vatOf } from "#server/lib/vat.ts";
import { bundlesFor, findMostChosen, messageCosts, showBundles } from "./rules.ts";

const bundle = { id: "b", country: null, currency: "EUR", credits: 60, price_minor: 4795, vat_percent: 21, chosen: 0 };

describe("R1.07 the prices of a bundle", () => {
  test.each([
    [995, 21, 173],
    [4795, 19, 766],
    [2245, 25.5, 456],
    [4690, 8.1, 351],
    [995, 0, 0],
  ])("of %d minor units, with VAT of %d percent included, %d are VAT", (price, percent, vat) => {
    expect(vatOf(price, percent)).toBe(vat);
  });

  test("the VAT is the percentage of the net price, to the nearest minor unit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 500 }), (price, tenths) => {
        const vat = vatOf(price, tenths / 10);
        expect(Math.abs(((price - vat) * tenths) / 1000 - vat)).toBeLessThanOrEqual(0.76);
      }),
    );
  });

  test("the shown cost of credits is never below the actual one, and less than a minor unit above it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 1000 }),
        (paid, credits, count) => {
          const price = costOfCredits({ price: paid, credits }, count);
          expect(price * credits).toBeGreaterThanOrEqual(paid * count);
          expect((price - 1) * credits).toBeLessThan(paid * count);
        },
      ),
    );
  });

  test("a bundle shows its price, its VAT, the number of messages and their cost", () => {
    expect(showBundles([bundle], { messageCredits: 4, debt: 0 }, (row) => row.price_minor)).toEqual([
      {
        id: "b",
        credits: 60,
        price: 4795,
        list_price: 4795,
        currency: "EUR",
        vat_percent: 21,
        vat: 832,
        price_per_message: 320,
        messages: 15,
        most_chosen: false,
      },
    ]);
  });

  test("a message costs nothing on a site with free messages", () => {
    expect(showBundles([bundle], { messageCredits: 0, debt: 0 }, (row) => row.price_minor)).toMatchObject([
      { price_per_message: 0, messages: 60 },
    ]);
  });
});

test("a discount is in the price, the VAT and the price of a message", () => {
  expect(showBundles([bundle], { messageCredits: 1, debt: 0 }, () => 3596)).toMatchObject([
    { price: 3596, list_price: 4795, vat: 624, price_per_message: 60 },
  ]);
});

describe("D7.2 the most chosen bundle", () => {
  test.each([
    [[19, 3], undefined],
    [[20, 3], "0"],
    [[30, 31], "1"],
    [[30, 30], undefined],
    [[20], "0"],
    [[], undefined],
  ])("of bundles with %j buyers is %j", (counts, most) => {
    expect(findMostChosen(counts.map((chosen, index) => ({ id: String(index), chosen })))).toBe(most);
  });
});

test("D7.2 only the bundle that most buyers chose says so", () => {
  const rows = [
    { ...bundle, id: "rare", chosen: 3 },
    { ...bundle, id: "popular", chosen: 20 },
  ];
  const bundles = showBundles(rows, { messageCredits: 1, debt: 0 }, (row) => row.price_minor);
  expect(bundles.map(({ id, most_chosen }) => [id, most_chosen])).toEqual([
    ["rare", false],
    ["popular", true],
  ]);
});

describe("R1.07 the bundles of a country", () => {
  const rows = [
    { ...bundle, id: "large", credits: 150, price_minor: 10495 },
    { ...bundle, id: "small", credits: 10, price_minor: 995 },
    { ...bundle, id: "danish", country: "DK", currency: "DKK", credits: 25, price_minor: 16900 },
  ];

  test("are its own, if it has any", () => {
    expect(bundlesFor(rows, "DK").map((row) => row.id)).toEqual(["danish"]);
  });

  test.each(["FR", "", null])("are those without a country, smallest first, for %j", (country) => {
    expect(bundlesFor(rows, country).map((row) => row.id)).toEqual(["small", "large"]);
  });

  test("R9.07 D7.2 the lowest and the highest cost of a message come in the country's currency", () => {
    expect(messageCosts(rows, ["FR"], 1, (row) => row.price_minor - 500)).toMatchObject({
      DK: { costs: 676, most: 676, currency: "DKK", welcome: { costs: 656, most: 656 } },
      FR: { costs: 70, most: 100, currency: "EUR", welcome: { costs: 50, most: 67 } },
    });
    expect(messageCosts(rows, ["FR"], 1, (row) => row.price_minor - 500).FR).toMatchObject({
      cheapest: { credits: 150, price: 10495 },
      dearest: { credits: 10, price: 995 },
      welcome: { cheapest: { credits: 10, price: 495 }, dearest: { credits: 150, price: 9995 } },
    });
    const { smallest, welcome } = messageCosts(rows, ["FR"], 1, (row) => row.price_minor - 500).FR ?? {};
    expect([smallest, welcome?.smallest_price]).toEqual([{ credits: 10, price: 995 }, 495]);
  });

  test("R9.07 a country without bundles has no cost", () => {
    expect(messageCosts([], ["FR"], 1, (row) => row.price_minor)).toEqual({});
  });
});
