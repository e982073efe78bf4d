import { z } from "zod";

const compiled = new WeakMap<z.ZodType, z.ZodType>();

/** The schema with a parser for valid data that is compiled at the first use; what is invalid gets the same errors. */
export function compiledSchema(schema: z.ZodType): z.ZodType {
  const existing = compiled.get(schema);
  if (existing !== undefined) return existing;
  const created = z.compile(schema);
  compiled.set(schema, created);
  return created;
}
