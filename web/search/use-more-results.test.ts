import { expect, test } from "vitest";
import type { Card } from "#contract/profiles.ts";
import { newOf } from "./use-more-results.ts";

const card = (id: string) => ({ id, name: `name of ${id}` }) as Card;

test("D4.1 a next page that repeats a member shows them once, where they were", () => {
  const first = [card("a"), card("b")];
  const second = newOf(first, [card("b"), card("c")]);
  expect(second.map(({ id }) => id)).toEqual(["c"]);
  expect(newOf([...first, ...second], [card("c"), card("a")])).toEqual([]);
  expect(newOf(first, [card("c"), card("b"), card("c")])).toEqual([card("c")]);
  // the first page was loaded anew, and has a member of the second by now
  expect(newOf([card("c"), card("a")], second)).toEqual([]);
});
