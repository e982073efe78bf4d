import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { promiseTable } from "./simulate.ts";

const cellsOf = (line: string) => line.split("|").map((cell) => cell.trim());

test("R10.01 npm run simulate prints what the operators' page about the promise says", () => {
  const page = readFileSync("docs/operators/answer-promise.md", "utf8").split("\n");
  const head = page.findIndex((line) => line.startsWith("| answered |"));
  const written = page.slice(head + 2, head + 6).map(cellsOf);
  expect(promiseTable(10_000).split("\n").slice(2).map(cellsOf)).toEqual(written);
});
