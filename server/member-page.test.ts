import { expect, test } from "vitest";
import { z } from "zod";
import { createRegistry } from "#server/feature.ts";
import { features } from "#server/features/index.ts";
import { onMemberPage } from "./member-page.ts";

const withPart = (part: Record<string, z.ZodType>) => () =>
  createRegistry([...features, { memberPage: [onMemberPage(part, async () => ({}))] }]);

test("quality: the start fails unless one area loads each field of a member's page", () => {
  expect(withPart({})).not.toThrow();
  expect(withPart({ waved: z.boolean() })).toThrow("waved");
  const loaders = features.filter(({ memberPage = [] }) => memberPage.length > 0);
  for (const area of loaders) {
    const [field = ""] = area.memberPage?.[0]?.fields ?? [];
    expect(withPart({ [field]: z.string() })).toThrow(`${field}, ${field}`);
    expect(() => createRegistry(features.filter((each) => each !== area))).toThrow(/^a member's page needs/);
  }
  expect(loaders).not.toEqual([]);
});
