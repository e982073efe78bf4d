import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressOf, type Call, type Upload } from "#contract/call.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { DbPool } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Services } from "#server/services.ts";
import { type Site, siteOrigin } from "#server/site.ts";
import { type AfterCommit, collectAfterCommit } from "./after-commit.ts";
import { registerFormBodies } from "./bodies.ts";
import { createCallShare } from "./call-share.ts";
import { assertOpen, type Callers, checkMember, checkOrigin, checkRights, findCaller, findProgram } from "./caller.ts";
import { checkForm, checkInput, checkKey } from "./check-input.ts";
import { assertOnSites } from "./check-sites.ts";
import { compiledSchema } from "./compiled.ts";
import { changeSession, prolongSessionCookies } from "./cookies.ts";
import { Failure } from "./fail.ts";
import type { Context, Handler } from "./handle.ts";
import { runOnce } from "./idempotency.ts";
import { callLanguage } from "./language.ts";
import { isCountedWithPage, limitAddress, limitCaller } from "./limit-requests.ts";
import type { Lookups } from "./lookups.ts";
import { limitedAddress } from "./origin.ts";
import { receiveFile, registerFileUploads, registerFormUploads } from "./receive-file.ts";
import { receiveForm } from "./receive-form.ts";
import { constraintOf, registerQueryConstraint } from "./when.ts";

type Found = Callers & { site: Site; renewed: boolean };

async function findCallers(lookups: Lookups, call: Call, request: FastifyRequest, now: Date): Promise<Found> {
  if (call.who === "program") {
    return { ...(await findProgram(lookups, request, now)), viewer: null, staff: null, renewed: false };
  }
  const caller = await findCaller(lookups, request, now);
  checkMember(call, request, caller.viewer);
  const staff = call.who === "staff" ? await lookups.staffOf(request, now) : null;
  return { ...caller, staff, program: null };
}

/** Who makes a request, on which site. Throws if the origin, a limit, the session or the rights forbid it. */
async function admit(services: Services, lookups: Lookups, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const now = services.clock.now();
  const ip = limitedAddress(request.ip);
  // before it is counted: another site's page must not use up the points of its visitors' addresses
  checkOrigin(call, request);
  const isCounted = !isCountedWithPage(call, request);
  if (isCounted) await limitAddress(services, call, ip);
  const { site, viewer, staff, program, renewed } = await findCallers(lookups, call, request, now);
  if (renewed) prolongSessionCookies(request, reply);
  const callerId = program?.keyId ?? staff?.staffId ?? viewer?.memberId;
  request.callerId = callerId;
  if (isCounted) await limitCaller(services, call, ip, callerId);
  checkRights(call, { viewer, staff, program });
  assertOpen(call, site);
  return { now, ip, site, viewer, staff, program, callerId };
}

type Admitted = Awaited<ReturnType<typeof admit>>;

/** The request's key, query and body by the call's schemas; `close` ends what an upload holds. */
async function readInput(call: Call, request: FastifyRequest, site: Site) {
  const key = checkKey(call, request);
  const input = checkInput(call, request, site);
  if (!call.upload) return { key, input, close: async () => {} };
  const { body, close } = await receiveUpload(call, call.upload, request, site);
  return { key, input: { ...input, body }, close };
}

function contextOf(
  services: Services,
  { now, ip, site, viewer, staff, program }: Admitted,
  {
    key,
    deferred,
    request,
    reply,
  }: { key: string; deferred: AfterCommit; request: FastifyRequest; reply: FastifyReply },
): Omit<Context, "db"> {
  return {
    services,
    site,
    viewer,
    staff,
    program,
    language: callLanguage(request, site.settings),
    now,
    ip,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
    origin: siteOrigin(site, services.config),
    key,
    ...deferred.contextFunctions,
    log: request.log,
    request,
    reply,
  };
}

/** The route of a call: admits the request, reads its input, runs the handler, and then what waited for the commit. */
function serve(
  services: Services,
  lookups: Lookups,
  withShare: ReturnType<typeof createCallShare>,
  { call, run }: Handler,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const admitted = await admit(services, lookups, call, request, reply);
    const { viewer, staff, site, now, ip, callerId } = admitted;
    const { key, input, close } = await readInput(call, request, site);
    const deferred = collectAfterCommit(services.events, lookups);
    const context = contextOf(services, admitted, { key, deferred, request, reply });
    const { config, db: primary, replica } = services;
    const answerWith = async (db: Unlocked) => {
      // what an earlier try deferred, in a transaction or at a replica, did not happen
      deferred.reset();
      return compiledSchema(call.answer).parse(await run({ ...context, db }, input));
    };
    const runHandler = async () => {
      if (staff) await assertOnSites(lookups, call, staff, input);
      if (call.replay === "platform") {
        const keyed = { scope: callerId ?? "visitor", key, call, body: input, secret: config.secret, now };
        return await runOnce(primary, keyed, deferred, answerWith);
      }
      return await (call.replica && replica ? replica.read(answerWith) : answerWith(primary));
    };
    const answer = await withShare(callerId ?? ip, runHandler)
      .finally(close)
      .catch((error: unknown) => storeFailure(primary, error));
    await changeSession({ ...context, db: primary }, lookups, deferred.session);
    if (viewer && call.method !== "GET") lookups.invalidateMember(viewer.memberId);
    await deferred.run(request.log);
    return reply.send(answer);
  };
}

async function storeFailure(db: DbPool, error: unknown): Promise<never> {
  if (error instanceof Failure && error.detail.store) await inTransaction(db, error.detail.store);
  throw error;
}

/** The body of a call with `upload`: the file itself, or a form's fields with the file among them. */
async function receiveUpload(call: Call, upload: Upload, request: FastifyRequest, site: Site) {
  if (!upload.form) {
    const file = await receiveFile(request, upload);
    return { body: file, close: file.close };
  }
  const { fields, file } = await receiveForm(request, upload);
  try {
    return { body: checkForm(call, { ...fields, file }, site), close: file.close };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Throws if the calls and the handlers do not match one to one (rule 3), or the audit log would miss a staff call. */
function assertComplete(calls: readonly Call[], handlers: readonly Handler[]): void {
  const nameOf = (call: Call) => `${call.method} ${addressOf(call)}`;
  const handled = handlers.map((handler) => handler.call);
  const missing = calls.filter((call) => !handled.includes(call)).map(nameOf);
  if (missing.length > 0) {
    throw new Error(`calls without a handler: ${missing.join(", ")}; add handle(…) to the feature's routes.ts`);
  }
  const extra = handled.filter((call, index) => !calls.includes(call) || handled.indexOf(call) !== index).map(nameOf);
  if (extra.length > 0) throw new Error(`handlers without a call, or twice: ${extra.join(", ")}`);
  const isLogged = ({ who, replay }: Call) => (who === "staff" || who === "program") && replay !== "none";
  const unlogged = handlers.filter(({ call, logged }) => isLogged(call) && !logged);
  if (unlogged.length > 0) {
    throw new Error(
      `calls of staff or programs that the audit log misses: ${unlogged.map(({ call }) => nameOf(call)).join(", ")}`,
    );
  }
}

export function registerCalls(
  app: FastifyInstance,
  services: Services,
  lookups: Lookups,
  calls: readonly Call[],
  handlers: readonly Handler[],
): void {
  assertComplete(calls, handlers);
  registerQueryConstraint(app, calls);
  const withShare = createCallShare(services.pool.options);
  const addRoutes = (scope: FastifyInstance, belongs: (call: Call) => boolean) => {
    for (const handler of handlers.filter(({ call }) => belongs(call))) {
      scope.route({
        method: handler.call.method,
        url: handler.call.path,
        constraints: constraintOf(handler.call),
        config: { call: handler.call },
        handler: serve(services, lookups, withShare, handler),
      });
    }
  };
  addRoutes(app, (call) => !call.upload && !call.form);
  // each other kind of body has parsers of its own, which apply to the routes of one scope only
  app.register(async (scope) => {
    registerFileUploads(scope);
    addRoutes(scope, (call) => call.upload !== null && !call.upload.form);
  });
  app.register(async (scope) => {
    registerFormUploads(scope);
    addRoutes(scope, (call) => call.upload?.form === true);
  });
  app.register(async (scope) => {
    registerFormBodies(scope);
    addRoutes(scope, (call) => call.form === true);
  });
}
