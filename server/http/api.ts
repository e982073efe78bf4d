import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { authCookieDays } from "#contract/constants.ts";
import type { Lookups, Platform, Site } from "#server/platform.ts";
import { fail } from "./fail.ts";
import { fieldErrors } from "./field-errors.ts";
import type { Context, Handler, Viewer } from "./handle.ts";
import { claimKey, keepAnswer } from "./idempotency.ts";
import { acceptedLanguage, visitorLanguage } from "./language.ts";
import { isSameOrigin, limitedAddress } from "./origin.ts";

/** The name of the session's cookie (R9.09). */
export const authCookie = "auth";

const uuid = z.uuid();

function cookieOptions(request: FastifyRequest) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: request.protocol === "https" };
}

function checkInput(call: Call, request: FastifyRequest, site: Site): { query: unknown; body: unknown } {
  const query = call.query.safeParse(request.query);
  const body = call.method === "GET" ? { success: true as const, data: {} } : call.body.safeParse(request.body ?? {});
  if (query.success && body.success) return { query: query.data, body: body.data };
  const fields = {
    ...(query.success ? {} : fieldErrors(query.error)),
    ...(body.success ? {} : fieldErrors(body.error)),
  };
  const { min_age, message_length } = site.settings;
  throw fail("invalid_input", { fields, params: { min_age, max: message_length } });
}

function keyOf(call: Call, request: FastifyRequest): string {
  if (call.replay === "none") return "";
  const key = request.headers["idempotency-key"];
  const parsed = uuid.safeParse(key);
  if (!parsed.success) throw fail("idempotency_key_required");
  return parsed.data;
}

/** The site and the caller of a request; a host that no site has is refused in production (D2.1). */
export async function findCaller(
  lookups: Lookups,
  request: FastifyRequest,
  now: Date,
): Promise<{ site: Site; viewer: Viewer | null; renewed: boolean }> {
  const site = await lookups.siteOf(request.hostname);
  if (!site) throw fail("unknown_site");
  const token = request.cookies[authCookie];
  const found = token ? await lookups.viewerOf(token, site, now) : null;
  return { site, viewer: found?.viewer ?? null, renewed: found?.renewed ?? false };
}

/** Gives the browser its session: HttpOnly, Lax, Secure over TLS, 30 days (D3.4). */
function setSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(authCookie, token, { ...cookieOptions(request), maxAge: authCookieDays * 86_400 });
}

/** Serves a contract's call: everything around its handler, in the order in which it can refuse. */
function serve(platform: Platform, lookups: Lookups, handler: Handler) {
  const { call } = handler;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const now = platform.clock.now();
    const { site, viewer, renewed } = await findCaller(lookups, request, now);
    if (call.callers === "same-origin" && !isSameOrigin(request)) throw fail("wrong_origin");
    if (call.clientHeader && request.headers["x-request-type"] !== "client") throw fail("request_type_required");
    // the cookie lives on with its session (D3.4)
    if (renewed) setSession(request, reply, request.cookies[authCookie] ?? "");
    const ip = limitedAddress(request.ip);
    const retryAfter = await platform.limits.count(call.rate, viewer?.memberId ?? ip);
    if (retryAfter > 0) throw fail("too_many_requests", { retryAfter });
    if (call.who === "member" && !viewer) throw fail("authentication_required");
    const key = keyOf(call, request);
    const input = checkInput(call, request, site);
    const after: (() => void | Promise<void>)[] = [];
    const session = { openFor: null as string | null, close: false };
    const context: Context = {
      platform,
      db: platform.db,
      site,
      viewer,
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
      log: request.log,
      request,
      reply,
    };
    const answer =
      call.replay === "platform" ? await once(context) : call.answer.parse(await handler.run(context, input));
    if (session.openFor) {
      setSession(request, reply, await lookups.openSession(platform.db, session.openFor, context.userAgent, now));
    }
    if (session.close) reply.clearCookie(authCookie, cookieOptions(request)).header("clear-site-data", '"cache"');
    for (const run of after) await run();
    return reply.send(answer);

    async function once(ctx: Context): Promise<unknown> {
      const keyed = { scope: viewer?.memberId ?? "visitor", key, call, body: input, now };
      return await platform.db.transaction().execute(async (db) => {
        const first = await claimKey(db, keyed);
        if (first) {
          session.openFor = first.sessionFor;
          return first.answer;
        }
        const result = call.answer.parse(await handler.run({ ...ctx, db }, input));
        await keepAnswer(db, keyed, { answer: result, sessionFor: session.openFor });
        return result;
      });
    }
  };
}

/** Puts every call at its path. Throws where the contract and the handlers do not match one to one (rule 3). */
export function addCalls(
  app: FastifyInstance,
  platform: Platform,
  lookups: Lookups,
  calls: readonly Call[],
  handlers: readonly Handler[],
): void {
  const nameOf = (call: Call) => `${call.method} ${call.path}`;
  const handled = handlers.map((handler) => handler.call);
  const missing = calls.filter((call) => !handled.includes(call)).map(nameOf);
  const extra = handled.filter((call, index) => !calls.includes(call) || handled.indexOf(call) !== index).map(nameOf);
  if (missing.length > 0) throw new Error(`calls without a handler: ${missing.join(", ")}`);
  if (extra.length > 0) throw new Error(`handlers without a call, or twice: ${extra.join(", ")}`);
  for (const handler of handlers) {
    app.route({
      method: handler.call.method,
      url: handler.call.path,
      config: { call: handler.call },
      handler: serve(platform, lookups, handler),
    });
  }
}
