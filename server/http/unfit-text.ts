import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FieldCode } from "#contract/errors.ts";
import { fail, failFields } from "./fail.ts";

/** NUL, which PostgreSQL's text can't hold, or lone surrogates, which UTF-8 can't. */
const isUnfit = (text: string) => text.includes("\0") || !text.isWellFormed();

/** A parser's object: without a class, unlike the stream of an upload. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // the query's parser makes objects with an empty prototype
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The fields of a parsed input with unfit text, named as `fieldErrors` names them. */
export function invalidTextFields(input: unknown): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {};
  // a work list instead of recursion: a body may be nested deeper than the stack allows
  const pending: { name: string; value: unknown }[] = [{ name: "", value: input }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name, value } = next;
    if (typeof value === "string") {
      if (isUnfit(value)) fields[name || "body"] = "forbidden_characters";
    } else if (Array.isArray(value)) {
      for (const item of value) pending.push({ name, value: item });
    } else if (typeof value === "object" && value !== null && isPlain(value)) {
      for (const [key, inner] of Object.entries(value)) {
        // the answer must not repeat a name with unfit text
        if (isUnfit(key)) fields[name || "body"] = "forbidden_characters";
        else pending.push({ name: name === "" ? key : `${name}.${key}`, value: inner });
      }
    }
  }
  return fields;
}

/** Ignores cookies with unfit text: the server never sets them, and they must not lock a browser out. */
function removeUnfitCookies(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(request.cookies)) {
    if (value !== undefined && isUnfit(value)) delete request.cookies[name];
  }
}

/** Checks before a route sees them: `invalid_input` at the field, `not_found` for a path. Pages reach it by calls. */
export function registerTextCheck(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => removeUnfitCookies(request));
  app.addHook("preValidation", async (request) => {
    if (request.routeOptions.config?.page) return;
    // no page or file has a path with such text
    if (Object.keys(invalidTextFields(request.params)).length > 0) throw fail("not_found");
    const fields = { ...invalidTextFields(request.query), ...invalidTextFields(request.body) };
    if (Object.keys(fields).length > 0) throw failFields(fields);
  });
}
