import { expect, test } from "vitest";
import { canonicalAddress } from "./addresses.ts";

const same: [string, string][] = [
  ["anna@example.org", "anna@example.org"],
  [" Anna.Way+dates@Example.ORG ", "Anna.Way+dates@example.org"],
  ["jürgen@bücher.example", "jürgen@bücher.example"],
  ["ju\u0308rgen@bu\u0308cher.example", "jürgen@bücher.example"],
  ["anna@xn--bcher-kva.example", "anna@bücher.example"],
  ["anna@XN--BCHER-KVA.Example", "anna@bücher.example"],
  ["anna@BÜCHER.example", "anna@bücher.example"],
  ["anna@straße.example", "anna@straße.example"],
  ["почта@почта.рф", "почта@почта.рф"],
  ["anna@ｅｘａｍｐｌｅ.org", "anna@example.org"],
  [`${"x".repeat(64)}@example.org`, `${"x".repeat(64)}@example.org`],
];
test.each(same)("R5.03 %s is stored as %s", (typed, stored) => {
  expect(canonicalAddress(typed)).toBe(stored);
  expect(canonicalAddress(stored)).toBe(stored);
});

const invalid = [
  "",
  "anna",
  "@example.org",
  "anna@",
  "anna@example",
  "anna@example..org",
  "anna@example.org.",
  "anna@-example.org",
  "anna@exam_ple.org",
  "a.@example.org",
  ".a@example.org",
  "a..b@example.org",
  "a b@example.org",
  "a\u200bb@example.org",
  "a\u202eb@example.org",
  "a\r\nBcc: b@example.org",
  "anna@exam\u200dple.org",
  "a\u0000@example.org",
  "a\ud800@example.org",
  '"anna way"@example.org',
  "Anna <anna@example.org>",
  "anna@eva@example.org",
  "anna@127.0.0.1",
  "anna@[127.0.0.1]",
  "anna@0x7f.1",
  "anna@example.org/path",
  "anna@example.org?to=eva@example.org",
  "anna@ex%61mple.org",
  "anna@example.org:25",
  "anna@☃.example",
  `${"x".repeat(65)}@example.org`,
  `${"ü".repeat(33)}@example.org`,
  `anna@${"ü".repeat(60)}.example`,
  `anna@${"x".repeat(64)}.org`,
];
test.each(invalid)("R5.03 %j is not a valid address", (typed) => {
  expect(canonicalAddress(typed)).toBeNull();
});

test("R5.03 an address has at most 254 octets, with the domain counted in ASCII", () => {
  const label = "x".repeat(59);
  const domain = `${label}.${label}.${label}.org`;
  expect(canonicalAddress(`${"a".repeat(64)}@${domain}`)).toHaveLength(248);
  expect(canonicalAddress(`${"a".repeat(64)}@123456.${domain}`)).toBeNull();
  expect(canonicalAddress(`${"a".repeat(64)}@12345.${domain}`)).toHaveLength(254);
  // 12 letters, 22 octets
  expect(canonicalAddress(`${"a".repeat(64)}@üüüüü.${domain}`)).toBeNull();
});
