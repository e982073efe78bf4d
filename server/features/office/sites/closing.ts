import { z } from "zod";
import type { removeSite, SiteClosing } from "#contract/closing.ts";
import { dayOf } from "#contract/days.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { countErasing, deleteBansOf, markForErasing } from "#server/features/account/index.ts";
import { sumOwed } from "#server/features/payments/index.ts";
import { changeSite } from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import type { StoredSite } from "#server/site.ts";
import { type CarryOut, propose } from "../proposals/propose.ts";
import { findProposalsOfSite } from "../proposals/store.ts";
import { type AuditEntry, runLogged } from "../staff/audit.ts";
import { chooseSite } from "./choose-site.ts";
import { countClosing, findRemovals, insertRemoval, type SiteRemoval, setRemoved } from "./closing-store.ts";

const batch = 500;
const proposed = z.object({ site: z.string() });

export async function showClosing(
  ctx: StaffContext,
  { site: key }: { site?: string | undefined },
): Promise<SiteClosing> {
  const { chosen, shown: sites } = await chooseSite(ctx, key);
  const { db, now } = ctx;
  const { sales, signups, closed_until } = chosen.settings;
  const { started_at: at, finished_at: end, left, ...counts } = await countClosing(db, chosen.id);
  return {
    ...sites,
    sales,
    signups,
    closed_until,
    ...counts,
    owed: await sumOwed(db, [chosen.id]),
    proposed: (await findProposalsOfSite(db, chosen.id, ["remove_site"], now)).length > 0,
    removal: at && { started_at: at.toISOString(), finished_at: end?.toISOString() ?? null, left },
  };
}

/** Throws if members may still come for their data or money. */
async function assertRemovable(db: Db, { id, settings }: StoredSite, now: Date): Promise<void> {
  if (settings.closed_until === "" || settings.closed_until >= dayOf(now)) throw fail("site_not_closed");
  const { coming, refunding, started_at: begun } = await countClosing(db, id);
  if (begun !== null) throw fail("staff_item_gone");
  if (coming > 0 || refunding || (await sumOwed(db, [id])).length > 0) throw fail("site_owes");
}

type By = Parameters<typeof insertRemoval>[1]["by"];

/** Begins it once; the job `remove-sites` goes on. */
export async function beginRemoval(db: Db, site: StoredSite, by: By, now: Date): Promise<AuditEntry> {
  await assertRemovable(db, site, now);
  if (!(await insertRemoval(db, { siteId: site.id, by, now }))) throw fail("staff_item_gone");
  return { action: "site_removal_started", subject: `site:${site.key}` };
}

async function removable(ctx: Parameters<typeof chooseSite>[0], key: string): Promise<StoredSite> {
  const { chosen } = await chooseSite(ctx, key);
  // its hosts go, and with them the page that the caller works on
  if (chosen.key === ctx.site?.key) throw fail("site_in_use");
  return chosen;
}

export async function proposeRemoval(
  ctx: StaffContext,
  { site, reason }: z.output<typeof removeSite.body>,
): Promise<AuditEntry> {
  const chosen = await removable(ctx, site);
  const proposal = { kind: "remove_site" as const, change: { site }, reason, siteId: chosen.id };
  return await propose(ctx, proposal, () => assertRemovable(ctx.db, chosen, ctx.now));
}

export const carryOutRemoval: CarryOut = async (ctx, { change, staff_id: staffId }) => {
  const by = { staffId, confirmedBy: ctx.staff.staffId };
  return await beginRemoval(ctx.db, await removable(ctx, proposed.parse(change).site), by, ctx.now);
};

/** Frees the hosts of a site without accounts, and ends its bans. Receipts and books go on naming it. */
async function finish(
  { db, config }: { db: Unlocked } & Pick<Services, "config">,
  { siteId, key }: SiteRemoval,
  now: Date,
) {
  await runLogged({ db, actor: null, now }, async (trx) => {
    const input = { hosts: [], settings: { domain: `${key}.invalid` } };
    await changeSite({ db: trx, now, cdnHosts: config.cdnHosts }, key, input);
    await deleteBansOf(trx, siteId);
    await setRemoved(trx, siteId, now);
    return { answer: null, log: { action: "site_removed", subject: `site:${key}` } };
  });
}

/**
 * Goes on with the removal of sites: marks their accounts, which `erase-accounts` erases as any other, and ends it once
 * all are. Banned accounts stay until their time is over.
 */
export const removeSites = defineScheduledJob({
  name: "remove-sites",
  every: "*/10 * * * *",
  expireInSeconds: 3_300,
  async run({ db, clock, config }) {
    const now = clock.now();
    for (const removal of await findRemovals(db)) {
      const { siteId } = removal;
      let marked = batch;
      while (marked === batch) marked = await inTransaction(db, (trx) => markForErasing(trx, siteId, now, batch));
      if (marked === 0 && (await countErasing(db, siteId)) === 0) await finish({ db, config }, removal, now);
    }
  },
});
