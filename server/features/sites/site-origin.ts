import type { Config } from "#server/config.ts";
import type { Site } from "#server/site.ts";

/**
 * scheme://host of a site, for work outside of requests: the mails of jobs. In production it is the domain of the
 * settings, over TLS; elsewhere this server itself.
 */
export function siteOrigin({ settings }: Pick<Site, "settings">, config: Pick<Config, "mode" | "port">): string {
  return config.mode === "production" ? `https://${settings.domain}` : `http://${settings.domain}:${config.port}`;
}
