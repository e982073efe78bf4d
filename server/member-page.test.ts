import { expect, test } from "vitest";
import { z } from "zod";
import { createRegistry } from "#server/feature.ts";
import { features } from "#server/features/index.ts";
import { onMemberPage } from "./member-page.ts";

const withPart = (part: Record<string, z.ZodType>) => () =>
  createRegistry([...features, { memberPage: [onMemberPage(part, async () => ({}))] }]);

test("quality: the start fails unless one area loads each field of a member's page", () => {
  expect(withPart({})).not.toThrow();
  expect(withPart({ gifts: z.string() })).toThrow("loads answer_odds, chat_closed, conversations_left, gifts, gifts,");
  expect(withPart({ waved: z.boolean() })).toThrow("waved");
  const withoutChat = features.filter(({ notices = [] }) => !notices.some(({ kind }) => kind === "message"));
  expect(() => createRegistry(withoutChat)).toThrow("needs answer_odds");
});
