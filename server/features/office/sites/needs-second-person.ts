import type { SiteChange } from "#contract/staff-sites.ts";
import { isSettingKey } from "#server/features/sites/index.ts";
import { type SettingKey, settingDefinitions } from "#server/site-settings.ts";

/** Limits: one person may lower them, as in an emergency, but not raise them. */
const limits: readonly SettingKey[] = [
  "staff_credits",
  "staff_refund",
  "staff_discount",
  "direct_debit_limit",
  "direct_debit_first",
  "sms_daily",
];

/** The value of a setting: a missing one is its default. */
const settingOf = (name: SettingKey, value: unknown) => value ?? settingDefinitions[name].default;

/**
 * Whether a change of a site needs a second person (D11.4): it raises a limit, serves scripts from another host, or
 * changes who gets the money.
 */
export function needsSecondPerson({ name, before, after }: SiteChange): boolean {
  // one person may return to the site's own host, because a wrong prefix keeps the scripts away
  if (name === "cdn_prefix") return after !== undefined && after !== "";
  if (name.startsWith("company.")) return true;
  if (!isSettingKey(name) || !limits.includes(name)) return false;
  const [old, next] = [settingOf(name, before), settingOf(name, after)];
  return !(typeof old === "number" && typeof next === "number" && next <= old);
}
