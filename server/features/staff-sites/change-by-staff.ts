import type { FieldCode } from "#contract/errors.ts";
import type { SiteChange } from "#contract/staff-sites.ts";
import { editSite, InvalidSite, SiteOutdated } from "#server/features/sites/index.ts";
import type { AuditEntry } from "#server/features/staff/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { ownHost } from "./show-site.ts";

/** Fields as the form names them: the bundles of a country are one field, `bundles.DE`. */
function fieldsOf(refused: InvalidSite, changes: readonly SiteChange[]): Record<string, FieldCode> {
  const bundles = changes.filter(({ name }) => name.startsWith("bundles.")).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(refused.fields).map(([field, code]): [string, FieldCode] => {
      const [first = ""] = bundles;
      if (field.startsWith("bundles") && bundles.length === 1) return [first, code];
      const [part = "", name = ""] = field.split(".");
      return [part === "company" ? `${part}.${name}` : part, code];
    }),
  );
}

/** Fails if a provider has no payment method for bundles: no buyer there could pay. */
function requirePayable({ services }: StaffContext, changes: readonly SiteChange[]): void {
  for (const { name, after } of changes) {
    if (!name.startsWith("bundles.") || typeof after !== "object" || Array.isArray(after)) continue;
    const country = name.slice("bundles.".length);
    const market = { country: country === "elsewhere" ? "" : country, currency: after.currency };
    if (services.payments.methods(market).length === 0) throw failFields({ [name]: "no_payment_method" });
  }
}

/**
 * Changes values of a site, or takes a change back. Throws `invalid_input` with the code of each field, and
 * `site_changed` if another person has changed one of the values since the caller saw them.
 */
export async function changeByStaff(
  ctx: StaffContext,
  key: string,
  changes: readonly SiteChange[],
  undoes?: string,
): Promise<AuditEntry[]> {
  const { db, now, staff } = ctx;
  requirePayable(ctx, changes);
  const by = { staffId: staff.staffId, ...(undoes !== undefined && { undoes }) };
  try {
    const edit = { changes, ownHost: ownHost(ctx) };
    const done = await editSite({ db, now }, key, edit, by);
    if (done.changes.length === 0) return [];
    const names = done.changes.map(({ name }) => name).join(" ");
    const action = undoes === undefined ? "site_changed" : "site_change_undone";
    return [{ action, subject: `site:${key}`, detail: { names, sharing: done.sharing.join(" ") } }];
  } catch (error) {
    if (error instanceof SiteOutdated) {
      const outdated = error.names.map((name): [string, FieldCode] => [name, "changed_meanwhile"]);
      throw fail("site_changed", { fields: Object.fromEntries(outdated) });
    }
    if (error instanceof InvalidSite) throw failFields(fieldsOf(error, changes));
    throw error;
  }
}
