import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressOf, type Call, type RateClass } from "#contract/call.ts";
import { authCookieDays, deviceCookieDays } from "#contract/constants.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { isUuid } from "#server/is-uuid.ts";
import { createSemaphore } from "#server/semaphore.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { fail } from "./fail.ts";
import { fieldErrors } from "./field-errors.ts";
import type { Context, Handler, Staff, Viewer } from "./handle.ts";
import { claimKey, saveAnswer } from "./idempotency.ts";
import { acceptedLanguage, visitorLanguage } from "./language.ts";
import type { Lookups } from "./lookups.ts";
import { isSameOrigin, limitedAddress } from "./origin.ts";
import { receiveFile, registerFileUploads } from "./receive-file.ts";
import { addWhen, constraintOf } from "./when.ts";

/** The name of the session's cookie (R9.09). */
export const authCookie = "auth";
/** The name of the cookie that recognises a browser (D3.5). */
export const deviceCookie = "device";

/**
 * Calls that hash or verify a password wait for a hashing slot (`passwords.ts`) with a transaction open. Only a few run
 * at a time: otherwise a hundred signups at once would use up all connections, and block every other page.
 */
const guarded: readonly RateClass[] = ["login", "signup"];
const turns = createSemaphore(2);

export function cookieOptions(request: FastifyRequest) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: request.protocol === "https" };
}

function checkInput(call: Call, request: FastifyRequest, site: Site): { query: unknown; body: unknown } {
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
  const { min_age, message_length } = site.settings;
  throw fail("invalid_input", { fields, params: { min_age, max: message_length } });
}

/** The request's key; empty if the call ignores keys, or if it honours them and the request has none. */
function keyOf(call: Call, request: FastifyRequest): string {
  const key = request.headers["idempotency-key"];
  if (call.key === "ignored" || (call.key === "honoured" && key === undefined)) return "";
  if (!isUuid(key)) throw fail("idempotency_key_required");
  return key;
}

/** The site of a request, and the member who is logged in there. */
export type Caller = { site: Site; viewer: Viewer | null; renewed: boolean };

/** The site and the caller of a request. In production a host that no site has is refused (D2.1). */
export async function findCaller(lookups: Lookups, request: FastifyRequest, now: Date): Promise<Caller> {
  const site = await lookups.siteOf(request.hostname);
  if (!site) throw fail("unknown_site");
  const token = request.cookies[authCookie];
  const found = token ? await lookups.viewerOf(token, site, now) : null;
  return { site, viewer: found?.viewer ?? null, renewed: found?.renewed ?? false };
}

/**
 * Sets the cookies of the session, for 30 days, and of the browser, for 400: HttpOnly, Lax, Secure over TLS
 * (D3.4, D3.5).
 */
function setSession(request: FastifyRequest, reply: FastifyReply, tokens: { session: string; device: string }): void {
  const options = cookieOptions(request);
  reply.setCookie(authCookie, tokens.session, { ...options, maxAge: authCookieDays * 86_400 });
  if (tokens.device !== "")
    reply.setCookie(deviceCookie, tokens.device, { ...options, maxAge: deviceCookieDays * 86_400 });
}

/** Least privilege (D11.4): only the roles that a back office call names may make it. */
function checkStaff(call: Call, staff: Staff | null): void {
  if (!staff) throw fail("staff_login_required");
  if (!call.roles.includes(staff.role)) throw fail("staff_role_missing");
}

/** The route of a contract's call: everything around its handler, each check in its order. */
function serve(services: Services, lookups: Lookups, handler: Handler) {
  const { call } = handler;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const now = services.clock.now();
    const { site, viewer, renewed } = await findCaller(lookups, request, now);
    if (call.callers === "same-origin" && !isSameOrigin(request)) throw fail("wrong_origin");
    if (call.clientHeader && request.headers["x-request-type"] !== "client") throw fail("request_type_required");
    const { [authCookie]: token = "", [deviceCookie]: device } = request.cookies;
    // the cookies are prolonged with their session (D3.4)
    if (renewed) setSession(request, reply, { session: token, device: device ?? "" });
    const ip = limitedAddress(request.ip);
    const staff = call.who === "staff" ? await lookups.staffOf(request, now) : null;
    const retryAfter = await services.limits.count(call.rate, staff?.staffId ?? viewer?.memberId ?? ip);
    if (retryAfter > 0) throw fail("too_many_requests", { retryAfter });
    if (call.who === "member" && !viewer) throw fail("authentication_required");
    if (call.who === "staff") checkStaff(call, staff);
    const key = keyOf(call, request);
    const checked = checkInput(call, request, site);
    const file = call.upload ? await receiveFile(request, call.upload) : null;
    const input = file ? { ...checked, body: file } : checked;
    const after: (() => void | Promise<void>)[] = [];
    const session = { openFor: null as string | null, close: false };
    const context: Context = {
      services,
      db: services.db,
      site,
      viewer,
      staff,
      language:
        acceptedLanguage(request.headers["accept-language"]) ??
        visitorLanguage(request.cookies.locale, site.settings.domain_language, undefined),
      now,
      ip,
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
      origin: `${request.protocol}://${request.host}`,
      key,
      afterCommit: (run) => after.push(run),
      openSession: (accountId) => {
        session.openFor = accountId;
      },
      closeSession: () => {
        session.close = true;
      },
      forgetSessions: (accountId) => after.push(() => lookups.forgetSessions(accountId)),
      log: request.log,
      request,
      reply,
    };
    const answer = await answerOf(context).finally(() => file?.close());
    if (session.openFor) {
      const { userAgent, origin } = context;
      const replaces = viewer?.memberId === session.openFor ? viewer.tokenHash : undefined;
      const opening = { accountId: session.openFor, site, now, ip: request.ip, userAgent, origin, device, replaces };
      setSession(request, reply, await lookups.openSession(opening));
    }
    if (session.close) reply.clearCookie(authCookie, cookieOptions(request)).header("clear-site-data", '"cache"');
    if (viewer && call.method !== "GET") lookups.forgetMember(viewer.memberId);
    for (const run of after) await run();
    return reply.send(answer);

    async function answerOf(ctx: Context): Promise<unknown> {
      if (call.replay !== "platform") return await run(ctx);
      return await (guarded.includes(call.rate) ? turns.take(() => once(ctx)) : once(ctx));
    }

    async function run(ctx: Context): Promise<unknown> {
      return call.answer.parse(await handler.run(ctx, input));
    }

    async function once(ctx: Context): Promise<unknown> {
      const keyed = {
        scope: staff?.staffId ?? viewer?.memberId ?? "visitor",
        key,
        call,
        body: input,
        secret: services.config.secret,
        now,
      };
      return await inTransaction(services.db, async (db) => {
        // a run that failed on a conflict left nothing: discard its afterCommit callbacks and its session
        after.length = 0;
        session.openFor = null;
        session.close = false;
        const first = key === "" ? null : await claimKey(db, keyed);
        if (first) {
          session.openFor = first.sessionFor;
          return first.answer;
        }
        const result = await run({ ...ctx, db });
        if (key !== "") await saveAnswer(db, keyed, { answer: result, sessionFor: session.openFor });
        return result;
      });
    }
  };
}

/** Adds a route for every call. Throws if the calls and the handlers do not match one to one (rule 3). */
export function registerCalls(
  app: FastifyInstance,
  services: Services,
  lookups: Lookups,
  calls: readonly Call[],
  handlers: readonly Handler[],
): void {
  const nameOf = (call: Call) => `${call.method} ${addressOf(call)}`;
  const handled = handlers.map((handler) => handler.call);
  const missing = calls.filter((call) => !handled.includes(call)).map(nameOf);
  const extra = handled.filter((call, index) => !calls.includes(call) || handled.indexOf(call) !== index).map(nameOf);
  if (missing.length > 0) throw new Error(`calls without a handler: ${missing.join(", ")}`);
  if (extra.length > 0) throw new Error(`handlers without a call, or twice: ${extra.join(", ")}`);
  addWhen(app, calls);
  const add = (scope: FastifyInstance, handler: Handler) =>
    scope.route({
      method: handler.call.method,
      url: handler.call.path,
      constraints: constraintOf(handler.call),
      config: { call: handler.call },
      handler: serve(services, lookups, handler),
    });
  for (const handler of handlers.filter(({ call }) => !call.upload)) add(app, handler);
  app.register(async (scope) => {
    registerFileUploads(scope);
    for (const handler of handlers.filter(({ call }) => call.upload)) add(scope, handler);
  });
}
