import type { PhotoUrl } from "./photo-url.ts";
import type { SiteSettings } from "./site-settings.ts";

/** A site: its row and its checked settings (D2). */
export type StoredSite = {
  id: number;
  key: string;
  demo: boolean;
  companyId: number;
  settings: SiteSettings;
};

export type Site = StoredSite & {
  /** Where browsers load photos from, by the site's `cdn_prefix`. */
  photoUrl: PhotoUrl;
  /** The same for a viewer whose requests for photos do not show that they may see them; valid for two days at most. */
  signedPhotoUrl: PhotoUrl;
};
