import type { z } from "zod";
import { type FieldCode, fieldCodes } from "#contract/errors.ts";

const knownCodes = new Set<string>(fieldCodes);

/** The code of a problem that a schema found. */
export function codeOf(issue: z.core.$ZodIssue): FieldCode {
  if (knownCodes.has(issue.message)) return issue.message as FieldCode;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : "invalid";
    case "too_small":
      return issue.origin === "string" ? "too_short" : "too_small";
    case "too_big":
      return issue.origin === "string" ? "too_long" : "too_big";
    case "invalid_value":
      return "unknown_option";
    default:
      return "invalid";
  }
}

/** The first code of each field. A nested field is named by a path with dots, a list's item by the list. */
export function fieldErrors(error: z.ZodError): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {};
  for (const issue of error.issues) {
    const field = issue.path.filter((part) => typeof part !== "number").join(".") || "body";
    fields[field] ??= codeOf(issue);
  }
  return fields;
}
