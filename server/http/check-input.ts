import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { type FieldCode, fieldCodes } from "#contract/errors.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Site } from "#server/site.ts";
import { fail } from "./fail.ts";

/** Empty if the call ignores keys, or honours them and there is none. Throws `idempotency_key_required`. */
export function checkKey(call: Call, request: FastifyRequest): string {
  const key = request.headers["idempotency-key"];
  if (call.key === "ignored" || (call.key === "honoured" && key === undefined)) return "";
  if (!isUuid(key)) throw fail("idempotency_key_required");
  return key;
}

/** The request's query and body by the call's schemas. Throws `invalid_input` with the errors of all fields at once. */
export function checkInput(call: Call, request: FastifyRequest, site: Site): { query: unknown; body: unknown } {
  const query = call.query.safeParse(request.query);
  const body =
    call.method === "GET" || call.upload
      ? { success: true as const, data: {} }
      : call.body.safeParse(request.body ?? {});
  if (query.success && body.success) return { query: query.data, body: body.data };
  const fields = {
    ...(query.success ? {} : fieldErrors(query.error)),
    ...(body.success ? {} : fieldErrors(body.error)),
  };
  throw invalidInput(fields, site);
}

export function checkForm(call: Call, fields: object, site: Site): unknown {
  const body = call.body.safeParse(fields);
  if (body.success) return body.data;
  throw invalidInput(fieldErrors(body.error), site);
}

function invalidInput(fields: Record<string, FieldCode>, { settings }: Site) {
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
export function fieldErrors(error: z.ZodError): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {};
  for (const issue of error.issues) {
    const field = issue.path.filter((part) => typeof part !== "number").join(".") || "body";
    fields[field] ??= codeOf(issue);
  }
  return fields;
}
