import { describe, expect, test, vi } from "vitest";
import { navigateTo } from "./navigate-to.ts";

const [assign, replace] = [vi.fn<Location["assign"]>(), vi.fn<Location["replace"]>()];
const leave = (address: string, way?: "replace") => {
  assign.mockClear();
  replace.mockClear();
  navigateTo(address, way, { origin: "http://localhost:3000", assign, replace });
  return assign.mock.calls;
};

describe("R8.03 an address that the server answers", () => {
  test.for([
    ["https://www.mollie.com/checkout/tr_1?x=1", "https://www.mollie.com/checkout/tr_1?x=1"],
    ["http://localhost:3000/sandbox/checkout/1", "http://localhost:3000/sandbox/checkout/1"],
    ["/transactions/1", "http://localhost:3000/transactions/1"],
  ] as const)("%s is loaded as a whole page, once", ([address, loaded]) => {
    expect(leave(address)).toEqual([[loaded]]);
  });

  test.for([
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "http://evil.example/",
    "//evil.example/",
    "mailto:a@b.c",
  ])("%j is never loaded", (address) => {
    expect(() => leave(address)).toThrow("refused to navigate to a");
    expect(assign).not.toHaveBeenCalled();
  });

  test("may replace the page in the history", () => {
    expect(leave("https://www.mollie.com/checkout/tr_1", "replace")).toEqual([]);
    expect(replace.mock.calls).toEqual([["https://www.mollie.com/checkout/tr_1"]]);
  });
});
