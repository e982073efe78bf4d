import { expect, test } from "vitest";
import { readContactLine } from "./read-contacts.ts";

const address = (...addresses: string[]) => ({ addresses, phones: [] });
const phone = (...phones: string[]) => ({ addresses: [], phones });

test.each([
  ["eva@example.org", address("eva@example.org")],
  ["  Eva Maier <Eva@Example.ORG>", address("Eva@example.org")],
  ["a@example.org, b@example.org; c@example.org", address("a@example.org", "b@example.org", "c@example.org")],
  ["mailto:eva@example.org.", address("eva@example.org")],
  ["eva@bücher.example", address("eva@bücher.example")],
  ["+31 6 1234 5678", phone("+31612345678")],
  ["tel:+31612345678", phone("+31612345678")],
  ["06 12345678", phone("+31612345678")],
  ["0031 6 12345678", phone("+31612345678")],
  ["Eva: 06-12345678", phone("+31612345678")],
  ["06 12345678, +49 30 901820", phone("+31612345678", "+4930901820")],
] as const)("R11.04 reads the line %j as people paste it", (line, contacts) => {
  expect(readContactLine(line, "NL")).toEqual(contacts);
});

test.each([
  ["Eva Maier", "no_contact"],
  ["x".repeat(2_000), "no_contact"],
  ["eva@", "address_invalid"],
  ["eva@example.org, b@nowhere", "address_invalid"],
  ["12345", "phone_invalid"],
  ["06 12345678, 99", "phone_invalid"],
] as const)("R11.04 says of the line %j why it has no contact", (line, problem) => {
  expect(readContactLine(line, "NL")).toEqual({ problem });
});

test("R11.04 a local number needs a known country", () => {
  expect(readContactLine("06 12345678", "")).toEqual({ problem: "phone_invalid" });
  expect(readContactLine("+31612345678", "")).toEqual(phone("+31612345678"));
});
