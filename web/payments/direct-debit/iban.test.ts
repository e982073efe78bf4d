import { expect, test } from "vitest";
import { checkIban } from "./iban.ts";

test("R2.24 the form checks an IBAN as the server does", () => {
  expect(checkIban(" ")).toBeNull();
  expect(checkIban("nl91 abna 0417 1643 00")).toEqual({ country: "NL" });
  expect(checkIban("RS35260005601001611379")).toEqual({ country: "RS" });
  expect(checkIban("NL92ABNA0417164300")).toEqual({ problem: "iban_invalid" });
  expect(checkIban("NL91ABNA04171643")).toEqual({ problem: "iban_length" });
  expect(checkIban("TR330006100519786457841326")).toEqual({ problem: "iban_country" });
  expect(checkIban("my account")).toEqual({ problem: "iban_invalid" });
});
