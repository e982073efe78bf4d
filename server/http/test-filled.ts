import { z } from "zod";

/** An input with the same value in every field of the schema, nested ones too. */
export function filled(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([field, inner]) => [field, filled(inner, value)]));
  }
  if (schema instanceof z.ZodArray) return [filled(schema.element as z.ZodType, value)];
  if (schema instanceof z.ZodPipe) return filled(schema.in as z.ZodType, value);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return filled(schema.unwrap() as z.ZodType, value);
  }
  return value;
}
