import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { EndpointOptions } from "#server/feature.ts";
import { oneClickPath } from "#server/features/mails/index.ts";
import { fail } from "#server/http/fail.ts";
import { pagePrefix, visitorLanguage } from "#server/http/language.ts";
import { switchMails } from "./unsubscribe.ts";

/**
 * What the mail program's own button asks for (RFC 8058): a POST without cookie, origin or JSON, proven by its token
 * alone, that stops all notification mails. Whoever opens the address instead comes to the page, for a GET changes nothing.
 */
export const oneClickUnsubscribe: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.removeAllContentTypeParsers();
  // `List-Unsubscribe=One-Click`, as a form or as multipart: there is nothing in it to read
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 4096 }, (_request, _body, done) => done(null, {}));
  const tokenOf = (request: FastifyRequest) => {
    const { token } = request.query as { token?: unknown };
    return typeof token === "string" ? token.slice(0, 100) : "";
  };

  app.post(oneClickPath, async (request) => {
    const { site } = await callerOf(request);
    const retryAfter = await services.limits.count("webhook", request.ip);
    if (retryAfter > 0) throw fail("too_many_requests", { retryAfter });
    const asking = { services, db: services.db, site, now: services.clock.now() };
    await switchMails(asking, tokenOf(request), "all", false);
    return { unsubscribed: true };
  });

  app.get(oneClickPath, async (request, reply) => {
    const { settings } = (await callerOf(request)).site;
    const { headers, cookies } = request;
    const language = visitorLanguage(cookies.locale, settings.domain_language, headers["accept-language"]);
    return reply.redirect(`${pagePrefix(language)}/unsubscribe/${encodeURIComponent(tokenOf(request))}`, 302);
  });
};
