import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { adultsLabel, type Language } from "#contract/constants.ts";
import { commonErrors, type ErrorBody, type ErrorCode, errorStatus } from "#contract/errors.ts";
import { isLanguage } from "#contract/languages.ts";
import { describeUnavailable, isDatabaseUnavailable } from "#server/db/database-unavailable.ts";
import { isConflict } from "#server/db/transaction.ts";
import { FilesUnavailable } from "#server/ports/files/port.ts";
import type { Services } from "#server/services.ts";
import type { TextParams } from "#server/texts.ts";
import { Failure, type FailureCode, fail } from "./fail.ts";
import { acceptedLanguage } from "./language.ts";
import { limitedAddress } from "./origin.ts";
import { isDocumentRequest } from "./page-address.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    call?: Call;
    /** The catch-all route of the pages, which pass their input on to calls. */
    page?: true;
  }
  interface FastifyRequest {
    /** The member, the staff member or the API key that makes the call, once that is known. */
    callerId: string | undefined;
  }
}

/** What a caller gets who may not make a call at all, or not from there: the log has these as security events. */
const refusals: readonly ErrorCode[] = [
  "authentication_required",
  "wrong_origin",
  "staff_login_required",
  "staff_role_missing",
  "api_key_required",
  "api_key_scope_missing",
  "webhook_refused",
];

/** What tells a program that it needs a key, or another one (RFC 6750, section 3). */
const challenges: { [Code in ErrorCode]?: string } = {
  api_key_required: "Bearer",
  api_key_scope_missing: 'Bearer error="insufficient_scope"',
};

const codeOfFastifyError: Record<string, FailureCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed_request",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed_request",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed_request",
};

/** Turns any error into a failure that the caller may see, and logs the unexpected ones. */
function toFailure(error: FastifyError | Error, request: FastifyRequest): Failure {
  if (error instanceof Failure) {
    const call = request.routeOptions.config?.call;
    if (!call || call.errors.includes(error.code) || commonErrors.includes(error.code)) return error;
    request.log.error({ code: error.code, call: call.path }, "an error code that the call's contract does not list");
    return fail("internal_error");
  }
  const code = "code" in error ? codeOfFastifyError[error.code] : undefined;
  if (code) return fail(code);
  // the client hung up in the middle of its body: its error has the code of a lost connection to the database
  if (error === request.raw.errored) return fail("malformed_request");
  if (isDatabaseUnavailable(error) || isConflict(error)) {
    request.log.error({ reason: error.message }, describeUnavailable(error));
    return fail("unavailable", { retryAfter: 5 });
  }
  if (error instanceof FilesUnavailable) {
    request.log.error({ reason: error.message }, "the file store is unreachable");
    return fail("unavailable", { retryAfter: 5 });
  }
  if ("statusCode" in error && error.statusCode && error.statusCode < 500) return fail("malformed_request");
  request.log.error({ err: error }, "unexpected error");
  return fail("internal_error");
}

/** A page for a browser that asked for too many pages or downloads: it costs next to nothing to send. */
const busyPage = (language: Language, message: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="rating" content="${adultsLabel}"><title>429</title></head><body><p>${message}</p></body></html>`;

type ErrorServices = Pick<Services, "texts" | "securityEvents">;

/** Answers every failure of the API in the caller's language; details of unknown errors stay in the log. */
export function registerErrors(app: FastifyInstance, { texts, securityEvents }: ErrorServices): void {
  app.decorateRequest("callerId", undefined);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error, request);
    if (refusals.includes(failure.code)) {
      const address = limitedAddress(request.ip);
      const { callerId: accountId } = request;
      securityEvents.record({ kind: "refused", outcome: "blocked", accountId, address, code: failure.code });
    }
    const cookie = request.cookies?.locale;
    const language = acceptedLanguage(request.headers["accept-language"]) ?? (isLanguage(cookie) ? cookie : "en");
    const { fields, params, link, retryAfter } = failure.detail;
    const minutes = Math.ceil((retryAfter ?? 0) / 60);
    const text = (key: string, own: TextParams = {}) => texts.t(language, key, { minutes, ...params, ...own });
    const body: ErrorBody = { error: { code: failure.code, message: text(`errors:${failure.code}`) } };
    if (fields) {
      const problems = Object.entries(fields).map(([field, problem]) => {
        return { field, ...(typeof problem === "string" ? { code: problem, params: {} } : problem) };
      });
      body.error.fields = Object.fromEntries(
        problems.map(({ field, code, params: own }) => [field, text(`errors:field.${code}`, own)]),
      );
      body.error.field_codes = Object.fromEntries(problems.map(({ field, code }) => [field, code]));
    }
    if (link) body.error.link = link;
    if (failure.code === "authentication_required") body.authentication_required = true;
    const challenge = challenges[failure.code];
    if (challenge !== undefined) reply.header("www-authenticate", challenge);
    if (retryAfter) reply.header("retry-after", String(retryAfter));
    const status = errorStatus[failure.code];
    if (status === 429 && !request.routeOptions.config?.call && isDocumentRequest(request)) {
      return reply.code(status).type("text/html; charset=utf-8").send(busyPage(language, body.error.message));
    }
    return reply.status(status).send(body);
  });
}
