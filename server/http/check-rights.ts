import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { fail } from "./fail.ts";
import type { Staff, Viewer } from "./handle.ts";
import { isSameOrigin } from "./origin.ts";

export function checkOrigin(call: Call, request: FastifyRequest): void {
  if (call.callers === "same-origin" && !isSameOrigin(request)) throw fail("wrong_origin");
  if (call.clientHeader && request.headers["x-request-type"] !== "client") throw fail("request_type_required");
}

/**
 * Throws `authentication_required`, `staff_login_required` or `staff_role_missing` if the caller may not make the call.
 * Least privilege (D11.4): only the roles that a back office call names may make it.
 */
export function checkRights(call: Call, viewer: Viewer | null, staff: Staff | null): void {
  if (call.who === "member" && !viewer) throw fail("authentication_required");
  if (call.who !== "staff") return;
  if (!staff) throw fail("staff_login_required");
  if (!call.roles.includes(staff.role)) throw fail("staff_role_missing");
}
