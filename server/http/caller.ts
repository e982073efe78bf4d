import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { comesBackSeconds, memberHeader } from "#contract/constants.ts";
import type { Site } from "#server/site.ts";
import { readHostCookie } from "./cookies.ts";
import { fail } from "./fail.ts";
import type { Program, Staff, Viewer } from "./handle.ts";
import type { Lookups } from "./lookups.ts";
import { isSameOrigin } from "./origin.ts";

/** The site of a request, and the member who is logged in there; `renewed` if the session was prolonged. */
export type Caller = { site: Site; viewer: Viewer | null; renewed: boolean };

/** Who makes a call: of the three at most one, but that staff may also be logged in as a member. */
export type Callers = { viewer: Viewer | null; staff: Staff | null; program: Program | null };

async function findSite(lookups: Lookups, request: FastifyRequest): Promise<Site> {
  const site = await lookups.siteOf(request.hostname);
  if (!site) throw fail("unknown_site");
  // callers repeat it: here once a move is undone, or at the other installation
  if (site.moves) throw fail("unavailable", { retryAfter: comesBackSeconds });
  return site;
}

/** The site and the program of a request. It reads no cookie: those of a browser give a program nothing. */
export async function findProgram(lookups: Lookups, request: FastifyRequest, now: Date) {
  const site = await findSite(lookups, request);
  return { site, program: await lookups.programOf(request, site, now) };
}

/** The site and the caller of a request. In production a host without a site is rejected. */
export async function findCaller(lookups: Lookups, request: FastifyRequest, now: Date): Promise<Caller> {
  const site = await findSite(lookups, request);
  const token = readHostCookie(request, "auth");
  const session = token ? await lookups.viewerOf(token, site, now) : null;
  return { site, viewer: session?.viewer ?? null, renewed: session?.renewed ?? false };
}

export function checkOrigin(call: Call, request: FastifyRequest): void {
  if (call.callers === "same-origin" && !isSameOrigin(request)) throw fail("wrong_origin");
  if (call.clientHeader && request.headers["x-request-type"] !== "client") throw fail("request_type_required");
}

/** A page of another member than the one who is logged in by now, in another tab, may do and learn nothing. */
export function checkMember(call: Call, request: FastifyRequest, viewer: Viewer | null): void {
  const memberId = request.headers[memberHeader];
  // staff have a session of their own
  if (call.who === "staff" || memberId === undefined || viewer === null) return;
  if (memberId !== viewer.memberId) throw fail("other_member");
}

function checkStaff(call: Call, staff: Staff | null): void {
  if (!staff) throw fail("staff_login_required");
  if (!call.roles.includes(staff.role)) throw fail("staff_role_missing");
  if (call.sites === "all" && !staff.everywhere) throw fail("staff_role_missing");
}

function checkProgram({ scope }: Call, program: Program | null): void {
  if (!program) throw fail("api_key_required");
  if (scope === null || !program.scopes.includes(scope)) throw fail("api_key_scope_missing");
}

/**
 * Least privilege: only the roles that a call names may make it, and staff of some sites if it keeps to these; a
 * program needs a key with the call's scope.
 */
export function checkRights(call: Call, { viewer, staff, program }: Callers): void {
  switch (call.who) {
    case "anyone":
      return;
    case "member":
      if (!viewer) throw fail("authentication_required");
      return;
    case "staff":
      checkStaff(call, staff);
      return;
    case "program":
      checkProgram(call, program);
      return;
    default:
      // a new kind of caller does not compile until it is decided on here
      call.who satisfies never;
  }
}

/** Throws `site_closed` if the site is closed and the call is not one that its members still need. */
export function assertOpen({ whileClosed }: Call, { settings }: Pick<Site, "settings">): void {
  if (settings.closed_until !== "" && !whileClosed) throw fail("site_closed");
}
