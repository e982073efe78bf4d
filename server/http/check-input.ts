import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { type FieldCode, fieldCodes } from "#contract/errors.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Site } from "#server/site.ts";
import { compiledSchema } from "./compiled.ts";
import { fail } from "./fail.ts";

/** Empty if the call ignores keys, or honours them and there is none. Throws `idempotency_key_required`. */
export function checkKey(call: Call, request: FastifyRequest): string {
  const key = request.headers["idempotency-key"];
  if (call.key === "ignored" || (call.key === "honoured" && key === undefined)) return "";
  if (!isUuid(key)) throw fail("idempotency_key_required");
  return key;
}

type Fields = Record<string, FieldCode>;
type Parsed = { data: unknown; fields?: never } | { data?: never; fields: Fields };

/** The request's query and body by the call's schemas. Throws `invalid_input` with the errors of all fields at once. */
export function checkInput(
  call: Call,
  request: Pick<FastifyRequest, "query" | "body">,
  site: Site,
): { query: unknown; body: unknown } {
  const query = parseInput(call.query, request.query);
  const body: Parsed = call.method === "GET" || call.upload ? { data: {} } : parseInput(call.body, request.body ?? {});
  if (!query.fields && !body.fields) return { query: query.data, body: body.data };
  throw invalidInput({ ...query.fields, ...body.fields }, site);
}

export function checkForm(call: Call, fields: object, site: Site): unknown {
  const body = parseInput(call.body, fields);
  if (!body.fields) return body.data;
  throw invalidInput(body.fields, site);
}

/**
 * Zod checks the length of any value with a `length`, also of one that it found to be no text and no list. It throws if
 * that `length` can't be compared, as in `{"email":{"length":{"toString":1}}}`.
 */
function parseInput(schema: z.ZodType, input: unknown): Parsed {
  try {
    const { data, error } = compiledSchema(schema).safeParse(input);
    return error ? { fields: fieldErrors(error) } : { data };
  } catch (error) {
    const fields = fieldsWithLength(input);
    if (Object.keys(fields).length === 0) throw error;
    return { fields };
  }
}

/** The input's fields that hold an object with a field `length`. No schema has such a field. */
function fieldsWithLength(input: unknown): Fields {
  if (typeof input !== "object" || input === null || Object.hasOwn(input, "length")) return { body: "invalid" };
  const names = Object.keys(input).filter((name) => hasLength(input[name as keyof typeof input]));
  return Object.fromEntries(names.map((name) => [name, "invalid"]));
}

function hasLength(value: unknown): boolean {
  // a work list instead of recursion: a body may be nested deeper than the stack allows
  const pending = [value];
  for (const next of pending) {
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next) && Object.hasOwn(next, "length")) return true;
    for (const inner of Object.values(next)) pending.push(inner);
  }
  return false;
}

function invalidInput(fields: Fields, { settings }: Site) {
  return fail("invalid_input", { fields, params: { min_age: settings.min_age, max: settings.message_length } });
}

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
export function fieldErrors(error: z.ZodError): Fields {
  const fields: Fields = {};
  for (const issue of error.issues) {
    const field = issue.path.filter((part) => typeof part !== "number").join(".") || "body";
    fields[field] ??= codeOf(issue);
  }
  return fields;
}
