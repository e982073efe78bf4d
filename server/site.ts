import type { SiteSettings } from "#server/features/sites/index.ts";

/** A site as a request meets it: its row and its checked settings (D2). */
export type Site = {
  id: number;
  key: string;
  demo: boolean;
  companyId: number;
  settings: SiteSettings;
};
