import { expect, test } from "vitest";
import { z } from "zod";
import { helplines } from "#contract/helplines.ts";
import { settingDefinitions } from "#server/site-settings.ts";

test("DSA 18 staff find the numbers of each country from which people may sign up by default", () => {
  const countries = helplines.map(({ country }) => country);
  const offered = z.array(z.string()).min(1).parse(settingDefinitions.countries.default);
  expect(offered.filter((country) => !countries.includes(country))).toEqual([]);
  for (const { country, emergency, lines } of helplines) expect([emergency, lines], country).not.toContain("");
});
