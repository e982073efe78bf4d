import type { Db } from "#server/db/pool.ts";
import { findCompany, loadSites } from "./store.ts";

export type SiteAndCompany = Awaited<ReturnType<typeof siteAndCompany>>;

/** A site by its id, with the company that runs it, for code outside of requests, such as mails and receipts. */
export async function siteAndCompany(db: Db, siteId: number) {
  const { sites } = await loadSites(db);
  const site = sites.find((each) => each.id === siteId);
  if (!site) throw new Error(`no site ${siteId}`);
  return { site, company: await findCompany(db, site.companyId) };
}
