import type { Config } from "./config/config.ts";
import type { PhotoUrl } from "./photo-url.ts";
import type { SiteSettings } from "./site-settings.ts";

/** A site: its row and its checked settings (D2). */
export type StoredSite = {
  id: number;
  key: string;
  demo: boolean;
  /** It shows invented profiles, or a member has a chat with one: sentences about them depend on it (D14.1). */
  hasFictional: boolean;
  /** It moves to another installation, or has: its hosts answer 503 here (`site_moves`). */
  moves: boolean;
  companyId: number;
  /** The support's phone number, the site's own or its company's; empty: none. */
  phone: string;
  settings: SiteSettings;
};

export type Site = StoredSite & {
  /** Where browsers load photos from, by the site's `cdn_prefix`. */
  photoUrl: PhotoUrl;
  /** The same for a viewer whose requests for photos do not show that they may see them; valid for two days at most. */
  signedPhotoUrl: PhotoUrl;
};

/**
 * scheme://host of every link that leaves a request, as in a mail: the site's domain in production, elsewhere with this
 * server's own port. Never what a request says, because its sender chooses that.
 */
export function siteOrigin({ settings }: Pick<Site, "settings">, config: Pick<Config, "mode" | "port">): string {
  return config.mode === "production" ? `https://${settings.domain}` : `http://${settings.domain}:${config.port}`;
}
