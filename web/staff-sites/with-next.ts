import type { SectionText } from "#contract/page-sections.ts";
import type { StaffPages } from "#contract/staff-sites.ts";

/** The texts that staff edit: those in force, and of the terms the next ones. */
export function withNext({ texts, next }: Pick<StaffPages, "texts" | "next">): Record<string, SectionText> {
  const all = new Map(Object.entries(texts));
  for (const [key, text] of Object.entries(next?.texts ?? {})) {
    if (text === null) all.delete(`terms.${key}`);
    else all.set(`terms.${key}`, text);
  }
  return Object.fromEntries(all);
}
