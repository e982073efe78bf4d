import { expect, test } from "vitest";
import { promiseTable, simulateMonth } from "./promise.ts";

test("R10.01 the simulation gives back and leaves to buy what the operators' formula says", () => {
  for (const answered of [0, 0.25, 0.9, 1]) {
    const month = { perDay: 100, credits: 2, answered, comesBack: 0.9, answerDays: 7 };
    const { spent, back, bought } = simulateMonth(month);
    const formula = 30 * 100 * 2 * (1 - answered) * 0.9;
    expect(spent).toBe(6_000);
    expect(back).toBeCloseTo(formula, 6);
    expect(bought).toBeCloseTo(spent - formula, 6);
  }
  // without the promise nothing comes back
  expect(simulateMonth({ perDay: 10, credits: 1, answered: 0.2, comesBack: 0, answerDays: 7 }).bought).toBe(300);
  expect(promiseTable(10_000)).toContain("8,100");
});
