import { z } from "zod";
import { addressOf } from "#contract/call.ts";
import { expect, test } from "#server/test.ts";
import { calls } from "./calls.ts";
import { compiledSchema } from "./compiled.ts";

test("performance: a compiled schema answers as the schema itself, and is compiled once", () => {
  const schema = z.object({
    age: z.coerce.number("invalid").int("invalid").min(18, "too_small").optional(),
    codes: z
      .string()
      .transform((list) => list.split(","))
      .pipe(z.array(z.enum(["art", "tea"], "unknown_option"))),
  });
  const compiled = compiledSchema(schema);
  expect(compiledSchema(schema)).toBe(compiled);
  for (const input of [
    { age: "20", codes: "art,tea", more: 1 },
    { codes: "wine" },
    { age: "1", codes: "art" },
    {},
    null,
  ]) {
    const [ours, theirs] = [compiled.safeParse(input), schema.safeParse(input)];
    expect([ours.data, ours.error?.issues]).toEqual([theirs.data, theirs.error?.issues]);
  }
});

test.each(calls.map((call) => [`${call.method} ${addressOf(call)}`, call] as const))(
  "performance: the schemas of %s can be compiled",
  (_, { query, answer }) => {
    for (const schema of [query, answer]) expect(() => z.compile(schema, { strict: true })).not.toThrow();
  },
);
