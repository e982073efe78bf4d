import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { pathIn } from "#contract/languages.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { oneClickPath } from "#server/features/mails/index.ts";
import { visitorLanguage } from "#server/http/language.ts";
import { switchMails } from "./unsubscribe.ts";

/**
 * The endpoint of the mail program's own button (RFC 8058): a POST without cookie, origin or JSON, authorised by its
 * token alone. It stops all notification mails. A GET changes nothing and redirects to the page for unsubscribing.
 */
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
