import { expect, test } from "vitest";
import { isExactPrice } from "./price-per-message.ts";
import { costsOf, ownCosts } from "./price-words.ts";

test("D6.5 a member who bought reads what a message costs of the credits that they paid for, rounded up", () => {
  const bought = { credits: 60, amount: 3596, currency: "EUR" };
  expect(ownCosts(bought, 1)).toMatchObject({ costs: 60, most: 60, currency: "EUR" });
  expect(ownCosts(bought, 3)).toMatchObject({ costs: 180, most: 180, currency: "EUR" });
  expect(ownCosts(bought, 0)).toMatchObject({ costs: 0, most: 0 });
});

test("D7.2 a price per message says “about” if it is rounded up to whole cents", () => {
  expect(isExactPrice({ price: 995, credits: 10, price_per_message: 100 }, 1)).toBe(false);
  expect(isExactPrice({ price: 1000, credits: 10, price_per_message: 100 }, 1)).toBe(true);
  expect(isExactPrice({ price: 4795, credits: 60, price_per_message: 320 }, 4)).toBe(false);
  expect(isExactPrice({ price: 4800, credits: 60, price_per_message: 320 }, 4)).toBe(true);
  expect(isExactPrice({ price: 995, credits: 10, price_per_message: 0 }, 0)).toBe(true);
});

test("D6.5 what several credits cost is rounded up once, at the end", () => {
  const bought = { credits: 10, amount: 637, currency: "GBP" };
  expect(costsOf(ownCosts(bought, 1), 10)).toEqual({ costs: 637, most: 637, currency: "GBP" });
  expect(costsOf(ownCosts(bought, 1), 3)).toEqual({ costs: 192, most: 192, currency: "GBP" });
});
