import { expect, test } from "vitest";
import { maxContactLines, maxContacts } from "#contract/hidden-contacts.ts";
import { takeLines } from "./take-lines.ts";

const key = (number: number) => Buffer.from([number >> 8, number % 256]);
const line = (number: number) => ({ keys: [key(number)], mailboxes: [`${number}@example.org`] });

test("R11.04 takes each contact once, and names the places of the lines without one", () => {
  const lines = [line(1), null, { problem: "no_contact" } as const, line(2), line(2), line(3)];
  expect(takeLines(lines, [key(1)])).toEqual({
    contacts: { keys: [key(2), key(3)], mailboxes: [1, 2, 2, 3].map((number) => `${number}@example.org`) },
    count: 3,
    added: 2,
    refused: [{ line: 2, problem: "no_contact" }],
  });
});

test("R11.04 what is too much at once, or in all, is left to another day and not lost", () => {
  const many = Array.from({ length: maxContactLines + 2 }, (_, number) => line(number));
  const { added, refused } = takeLines(many, []);
  expect(added).toBe(maxContactLines);
  expect(refused).toEqual([maxContactLines, maxContactLines + 1].map((each) => ({ line: each, problem: "too_many" })));
  const ownKeys = Array.from({ length: maxContacts - 1 }, (_, number) => key(number));
  expect(takeLines([line(2_000), line(2_001), line(5)], ownKeys)).toMatchObject({
    count: maxContacts,
    added: 1,
    refused: [{ line: 1, problem: "too_many" }],
  });
});
