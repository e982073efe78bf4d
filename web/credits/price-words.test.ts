import { expect, test } from "vitest";
import { pricePerMessage } from "./price-per-message.ts";
import { ownCosts } from "./price-words.ts";

test("D6.5 a member who bought reads what a message costs of the credits that they paid for, rounded up", () => {
  const bought = { credits: 60, amount: 3596, currency: "EUR" };
  expect(ownCosts(bought, 1)).toEqual({ costs: 60, most: 60, currency: "EUR" });
  expect(ownCosts(bought, 3)).toEqual({ costs: 180, most: 180, currency: "EUR" });
  expect(ownCosts(bought, 0)).toMatchObject({ costs: 0, most: 0 });
});

test("D7.2 the price per message is exact: 10 credits for €9.95 are €0.995 each, and never more than shown", () => {
  expect(pricePerMessage({ price: 995, credits: 10 }, 1)).toBe(99.5);
  expect(pricePerMessage({ price: 1000, credits: 10 }, 1)).toBe(100);
  expect(pricePerMessage({ price: 1000, credits: 30 }, 1)).toBe(33.4);
});
