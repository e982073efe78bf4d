import type { Config } from "#server/config/config.ts";
import type { Site } from "#server/site.ts";

/**
 * The origin (scheme://host) of a site for code outside of requests, such as jobs that send mails. In production it is
 * `https` with the domain of the site's settings, elsewhere this server's own address.
 */
export function siteOrigin({ settings }: Pick<Site, "settings">, config: Pick<Config, "mode" | "port">): string {
  return config.mode === "production" ? `https://${settings.domain}` : `http://${settings.domain}:${config.port}`;
}
