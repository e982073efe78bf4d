import { sql } from "kysely";
import { expect, test } from "#server/test.ts";
import { type Givens, preparedStatement } from "./statement.ts";

type Values = { credits: number; name: string };

test("a statement is built once, prepared, and runs with the values of each run", async ({ services }) => {
  let built = 0;
  const find = preparedStatement((_, given: Givens<Values>) => {
    built += 1;
    return sql<Values>`select ${given("credits")}::int as credits, ${given("name")}::text as name`;
  });
  const rows = [];
  for (const values of [
    { credits: 1, name: "Anna" },
    { credits: 2, name: "Ben" },
  ]) {
    rows.push(...(await find(services.db, values)));
  }
  expect(rows).toEqual([
    { credits: 1, name: "Anna" },
    { credits: 2, name: "Ben" },
  ]);
  expect(built).toBe(1);
});

test("a statement that holds a value of its first run throws", async ({ services }) => {
  const find = preparedStatement((_, given: Givens<Values>) => sql`select ${given("name")}::text, ${5}::int`);
  await expect(find(services.db, { credits: 1, name: "Anna" })).rejects.toThrow(
    "a value that all its runs would share: 5",
  );
});

test("a placeholder can't be compared or computed with, and only the statement's values have one", () => {
  preparedStatement((_, given: Givens<Values>) => {
    // @ts-expect-error
    const isPaid = given("credits") > 0;
    // @ts-expect-error
    const isFree = given("credits") === 0;
    // @ts-expect-error
    const less = given("credits") - 1;
    // @ts-expect-error
    const other = given("price");
    return sql`select ${isPaid}, ${isFree}, ${less}, ${other}`;
  });
});
