import { expect, test } from "vitest";
import { csvCell, csvLine } from "./csv.ts";

test("bad input: a cell that begins like a formula is a text; quotes and line breaks stay within it", () => {
  for (const begin of ["=", "+", "-", "@", "\t", "\r", "\n"]) {
    expect(csvCell(`${begin}cmd|' /C calc'!A0`).replaceAll('"', "")).toMatch(/^'/);
  }
  expect(csvCell('Anna "A", Ltd.')).toBe('"Anna ""A"", Ltd."');
  expect(csvCell("two\r\nlines")).toBe('"two\r\nlines"');
  expect(csvLine(["ą", -5, null, { decimal: "-9.90" }, ""])).toBe("ą,-5,,-9.90,\r\n");
});
