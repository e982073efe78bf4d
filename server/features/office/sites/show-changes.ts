import { type SiteChange, siteChangesShown } from "#contract/staff-sites.ts";
import { findChange, findChanges } from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import { chooseSite } from "./choose-site.ts";
import { findProposedValues } from "./proposed-values.ts";
import { describeSetting } from "./show-site.ts";

/** A page of a site's history. */
export async function showChanges(ctx: StaffContext, { site, before }: { site?: string; before?: string }) {
  const { chosen, shown } = await chooseSite(ctx, site);
  const { services, language } = ctx;
  const labelOf = (name: string) =>
    Object.hasOwn(settingDefinitions, name) ? describeSetting(services.texts, language, name).label : null;
  const rows = await findChanges(ctx.db, { siteId: chosen.id, before, limit: siteChangesShown + 1 });
  return {
    ...shown,
    changes: rows.slice(0, siteChangesShown).map(({ changed_at: at, undone_by: undoneBy, ...row }) => ({
      id: row.id,
      at: at.toISOString(),
      staff: row.staff,
      // validated when they were made
      changes: (row.changes as SiteChange[]).map((change) => ({ ...change, label: labelOf(change.name) })),
      undoes: row.undoes !== null,
      undone: undoneBy !== null,
    })),
    more: rows.length > siteChangesShown,
    proposed: await findProposedValues(ctx, chosen.id),
  };
}

export async function reverseChange(ctx: StaffContext, { site, id }: { site: string; id: string }) {
  const { chosen } = await chooseSite(ctx, site);
  const found = await findChange(ctx.db, chosen.id, id);
  if (!found || found.undone_by !== null) throw fail("staff_item_gone");
  return (found.changes as SiteChange[]).map(({ name, before, after }) => ({ name, before: after, after: before }));
}
