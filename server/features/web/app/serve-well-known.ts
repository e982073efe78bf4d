import type { FastifyPluginAsync } from "fastify";
import { dayMs } from "#contract/durations.ts";
import { canonicalOrigin } from "#contract/public-pages.ts";
import { settingPath } from "#contract/setting-sections.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { browserOrigin } from "#server/http/origin.ts";

const forADay = "public, max-age=86400";
/** RFC 9116 asks for an end within a year. The answer is made anew each time, so its end moves along. */
const securityValidMs = 180 * dayMs;

/**
 * `/.well-known/change-password` leads password managers to the form (W3C, "A well-known URL for changing passwords"),
 * `/.well-known/security.txt` is for reports of vulnerabilities (RFC 9116), `/favicon.ico` leads to the icon.
 */
export const serveWellKnown: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.get("/.well-known/change-password", async (_request, reply) => reply.redirect(settingPath("password")));
  app.get("/favicon.ico", async (_request, reply) => reply.header("cache-control", forADay).redirect("/icon.svg", 301));
  app.get("/.well-known/security.txt", async (request, reply) => {
    const { settings } = (await callerOf(request)).site;
    const origin = canonicalOrigin(browserOrigin(request), settings.domain);
    const expires = new Date(services.clock.now().getTime() + securityValidMs);
    const lines = [
      `Contact: mailto:${settings.support_email}`,
      `Expires: ${expires.toISOString()}`,
      `Preferred-Languages: ${settings.contact_languages.join(", ")}`,
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    return reply
      .header("cache-control", forADay)
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });
};
