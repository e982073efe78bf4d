import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import type { FieldCode } from "#contract/errors.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Site } from "#server/site.ts";
import { fail } from "./fail.ts";
import { fieldErrors } from "./field-errors.ts";

/**
 * The request's key; empty if the call ignores keys, or if it honours them and the request has none. Throws
 * `idempotency_key_required`.
 */
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

/** The body of a call that receives a form, by the call's schema. Throws `invalid_input`. */
export function checkForm(call: Call, fields: object, site: Site): unknown {
  const body = call.body.safeParse(fields);
  if (body.success) return body.data;
  throw invalidInput(fieldErrors(body.error), site);
}

function invalidInput(fields: Record<string, FieldCode>, { settings }: Site) {
  return fail("invalid_input", { fields, params: { min_age: settings.min_age, max: settings.message_length } });
}
