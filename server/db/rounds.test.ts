import { expect, test } from "vitest";
import { createRounds } from "./rounds.ts";

test("D12.3 each caller gets an answer that was asked for after its call; many share one question", async () => {
  const asked: PromiseWithResolvers<number>[] = [];
  const ask = createRounds(() => {
    const question = Promise.withResolvers<number>();
    asked.push(question);
    return question.promise;
  });
  const first = ask();
  const [second, third] = [ask(), ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toHaveLength(2);
  const fourth = ask();
  asked[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await new Promise((resolve) => setImmediate(resolve));
  asked[2]?.reject(new Error("away"));
  await expect(fourth).rejects.toThrow("away");
  const fifth = ask();
  asked[3]?.resolve(5);
  expect([await fifth, asked.length]).toEqual([5, 4]);
});
