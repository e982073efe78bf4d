import { expect, test } from "vitest";
import { ownCosts } from "./price-words.ts";

test("D6.5 a member who bought reads what a message costs of the credits that they paid for, rounded up", () => {
  const bought = { credits: 60, amount: 3596, currency: "EUR" };
  expect(ownCosts(bought, 1)).toEqual({ costs: 60, most: 60, currency: "EUR" });
  expect(ownCosts(bought, 3)).toEqual({ costs: 180, most: 180, currency: "EUR" });
  expect(ownCosts(bought, 0)).toMatchObject({ costs: 0, most: 0 });
});
