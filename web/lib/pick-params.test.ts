import { expect, test } from "vitest";
import { pickParams } from "./pick-params.ts";

test("the parameters of an address are picked by name, without those that are missing or empty", () => {
  const params = new URLSearchParams("site=demo&from=&page=2");
  expect(pickParams(params, ["site", "from", "to"])).toEqual({ site: "demo" });
});
