import { describe, expect, test } from "vitest";
import { systemRandom } from "#server/lib/random.ts";
import {
  collectionDay,
  hashCode,
  ibanProblem,
  isSepaCountry,
  makeCode,
  mandateReference,
  maskIban,
  maskPhone,
  normaliseIban,
  phonePrefix,
  readPhone,
} from "./rules.ts";

describe("D7.5 an IBAN", () => {
  test.each([
    ["NL91 ABNA 0417 1643 00", undefined],
    ["nl91-abna-0417-1643-00", undefined],
    ["DE89370400440532013000", undefined],
    ["PL61109010140000071219812874", undefined],
    ["GB29 NWBK 6016 1331 9268 19", undefined],
    ["RS35260005601001611379", undefined],
    ["AL47212110090000000235698741", undefined],
    ["MD24AG000225100013104168", undefined],
    ["NL92 ABNA 0417 1643 00", "iban_invalid"],
    ["NL91 ABNA 0417 1643 0", "iban_length"],
    ["DE8937040044053201300000", "iban_length"],
    ["TR330006100519786457841326", "iban_country"],
    ["US64SVBKUS6S3300958879", "iban_country"],
    ["XX00", "iban_country"],
    ["NL91\u0000ABNA0417164300", "iban_length"],
    ["1234567890", "iban_invalid"],
    ["1 US64 SVBK US6S 3300 9588 79", "iban_invalid"],
    ["", "iban_invalid"],
    ["💶", "iban_invalid"],
  ])("%j: %s", (typed, problem) => {
    expect(ibanProblem(normaliseIban(typed))).toBe(problem);
  });

  test("is shown by its country and its last digits only", () => {
    expect(maskIban("NL91ABNA0417164300")).toBe("NL•• •••• 4300");
  });

  test("may be of any country of SEPA, also the newest ones", () => {
    for (const country of ["AT", "BG", "CH", "HR", "AL", "MD", "ME", "MK", "RS"]) {
      expect(isSepaCountry(country), country).toBe(true);
    }
    for (const country of ["US", "TR", "UA", "", "EU"]) expect(isSepaCountry(country), country).toBe(false);
  });
});

describe("D7.5 a phone number", () => {
  test.each([
    ["06 12 34 56 78", "NL", "+31612345678"],
    ["+49 1512 3456789", "NL", "+4915123456789"],
    ["0049 1512 3456789", "DE", "+4915123456789"],
    ["+31 (0)6 12345678", "NL", "+31612345678"],
    ["+31 20 123 4567", "NL", undefined],
    ["0900 1234", "NL", undefined],
    ["+1 212 555 0123", "NL", undefined],
    ["612345678", null, undefined],
    ["+31612345678", "ZZ", "+31612345678"],
    ["+31612345678\u0000", "NL", undefined],
    ["call me: +31612345678", "NL", undefined],
    ["+33612345678", "NL", undefined],
    ["", "NL", undefined],
  ])("%j in %s is %s", (typed, country, phone) => {
    expect(readPhone(typed, { country, served: ["NL", "DE"] })).toBe(phone);
  });

  test("of a country whose numbers don't say whether they are mobile is accepted", () => {
    expect(readPhone("32 12 34 56", { country: "DK", served: ["DK"] })).toBe("+4532123456");
  });

  test("is shown by its prefix and its last digits only", () => {
    expect(maskPhone("+31612345678")).toBe("+31 •••• 78");
    expect(phonePrefix("DE")).toBe("+49");
    expect([phonePrefix(null), phonePrefix("ZZ")]).toEqual(["+", "+"]);
  });
});

test("D7.5 the bank is asked two days later, and never at a weekend", () => {
  expect(collectionDay(new Date("2026-11-18T12:00:00Z"))).toBe("2026-11-20");
  expect(collectionDay(new Date("2026-11-19T12:00:00Z"))).toBe("2026-11-23");
  expect(collectionDay(new Date("2026-11-20T12:00:00Z"))).toBe("2026-11-23");
  expect(collectionDay(new Date("2026-12-30T23:59:00Z"))).toBe("2027-01-01");
});

test("D7.5 a code has six digits, and is stored as a hash that needs the secret", () => {
  for (let count = 0; count < 100; count += 1) expect(makeCode(systemRandom)).toMatch(/^\d{6}$/);
  expect(makeCode({ ...systemRandom, token: () => "AAAAAAAA" })).toBe("000000");
  const hash = hashCode({ secret: "one" }, "id", "123456");
  expect(hash.equals(hashCode({ secret: "two" }, "id", "123456"))).toBe(false);
  expect(hash.equals(hashCode({ secret: "one" }, "other", "123456"))).toBe(false);
});

test("D7.5 a mandate's reference is short, and of characters that banks pass on", () => {
  expect(mandateReference("0193f3a0-1111-4000-8000-00000000ab01")).toBe("RV-00000000AB01");
});
