import { createHash } from "node:crypto";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { type NotificationKind, notificationKinds } from "#contract/notifications.ts";
import { readToken, signToken } from "#server/crypto/signed-token.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { oneClickPath } from "#server/features/mails/index.ts";
import { fail } from "#server/http/fail.ts";
import { visitorLanguage } from "#server/http/language.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { preferencesOf, setPreference } from "./preferences.ts";
import { findOpenAccount, resumeMails, stopMails } from "./preferences-store.ts";

const kindBytes = 4;
const bodyBytes = 16 + kindBytes;
const purpose = { use: "unsubscribe", owner: "" } as const;

/** What stands for a kind in a token: of its name, so that it stays when kinds are added. */
const markOf = (kind: NotificationKind) => createHash("sha256").update(kind).digest().subarray(0, kindBytes);

/** Account and kind, signed (D9.2, RFC 8058). It never expires, and gives access to these switches only. */
export function unsubscribeToken(secret: string, accountId: string, kind: NotificationKind): string {
  const body = Buffer.concat([uuidBytes(accountId), markOf(kind)]);
  return signToken({ secret }, purpose, body).toString("base64url");
}

/** The account and kind of a token; undefined if the token is not one of ours. */
export function readUnsubscribeToken(
  secret: string,
  token: string,
): { accountId: string; kind: NotificationKind } | undefined {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.toString("base64url") === token ? readToken({ secret }, purpose, bytes, bodyBytes) : undefined;
  const kind = body && notificationKinds.find((each) => markOf(each).equals(body.subarray(16)));
  if (!kind) return undefined;
  return { accountId: uuidAt(body, 0), kind };
}

type UnsubscribeContext = {
  services: Pick<Services, "config" | "hooks" | "jobs" | "texts">;
  db: Db;
  site: Pick<Site, "id" | "settings">;
  now: Date;
  /** Absent for a mail program's own button, which only stops mails. */
  language?: Language;
};

async function accountOf({ services, db, site }: UnsubscribeContext, token: string) {
  const target = readUnsubscribeToken(services.config.secret, token);
  if (!target || !(await findOpenAccount(db, site.id, target.accountId))) throw fail("link_invalid");
  return target;
}

async function stateOf(db: Db, accountId: string, kind: NotificationKind) {
  const { preferences, disabled } = await preferencesOf(db, accountId);
  return { kind, email: preferences[kind].email, stopped: disabled.includes("list_unsubscribe") };
}

/** The switches of a mail's token and their state. */
export async function showUnsubscription(ctx: UnsubscribeContext, token: string) {
  const { accountId, kind } = await accountOf(ctx, token);
  return await stateOf(ctx.db, accountId, kind);
}

/** Switches the mails of a token's kind, or all, which is the `list_unsubscribe` of R4.08. */
export async function switchMails(
  ctx: UnsubscribeContext,
  token: string,
  { scope, enabled }: { scope: "kind" | "all"; enabled: boolean },
) {
  const { accountId, kind } = await accountOf(ctx, token);
  if (scope === "all" && enabled) await resumeMails(ctx.db, accountId, "list_unsubscribe");
  else if (scope === "all") await stopMails(ctx.db, accountId, "list_unsubscribe");
  else {
    const caller = ctx.language && { ...ctx, language: ctx.language };
    await setPreference(ctx.db, { accountId, kind, channel: "email", enabled }, ctx.now, caller);
  }
  await ctx.services.hooks.memberChanged(ctx, accountId, "consents");
  return await stateOf(ctx.db, accountId, kind);
}

/** A mail program's button (RFC 8058) sends a POST with the token alone: it stops all mails. A GET only redirects. */
export const oneClickUnsubscribe: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.removeAllContentTypeParsers();
  // the body is `List-Unsubscribe=One-Click`, as a form or as multipart: it is ignored
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 4096 }, (_request, _body, done) => done(null, {}));
  const tokenOf = (request: FastifyRequest) => {
    const { token } = request.query as { token?: unknown };
    return typeof token === "string" ? token.slice(0, 100) : "";
  };

  app.post(oneClickPath, { config: { limit: "unsubscribe" } }, async (request) => {
    const { site } = await callerOf(request);
    const now = services.clock.now();
    await inTransaction(services.db, (db) =>
      switchMails({ services, db, site, now }, tokenOf(request), { scope: "all", enabled: false }),
    );
    return { unsubscribed: true };
  });

  app.get(oneClickPath, async (request, reply) => {
    const { settings } = (await callerOf(request)).site;
    const { headers, cookies } = request;
    const language = visitorLanguage(cookies.locale, settings, headers["accept-language"]);
    return reply.redirect(pathIn(language, `/unsubscribe/${encodeURIComponent(tokenOf(request))}`), 302);
  });
};
