import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("D10.1 on the map only a region with profiles is pink, as its words say", () => {
  const css = readFileSync(join(import.meta.dirname, "map.css"), "utf8");
  const ruleOf = (selector: string) => css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  expect(ruleOf(".map-people")).toContain("#be185d");
  expect(ruleOf('.map-region[data-count="0"] .map-people')).not.toMatch(/#be185d|#e0457f|#ff9dc0/);
});
