import type { ShownSetting } from "#contract/staff-sites.ts";
import { fold } from "#web/lib/fold.ts";

/** What settings are looked for: words of their name, key or description; or those that have a value of their own. */
export type SettingSearch = { words: string; changedOnly: boolean };

type Found = Pick<ShownSetting, "name" | "label" | "description" | "saved">;

export function isFound({ name, label, description, saved }: Found, { words, changedOnly }: SettingSearch): boolean {
  if (changedOnly && saved === undefined) return false;
  const text = fold([name, label, description].join(" "));
  return fold(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
