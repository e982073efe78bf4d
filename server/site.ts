import type { SiteSettings } from "./site-settings.ts";

/** The site of a request: its row and its checked settings (D2). */
export type Site = {
  id: number;
  key: string;
  demo: boolean;
  companyId: number;
  settings: SiteSettings;
};
