import type { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { lawfulPages } from "#contract/page-sections.ts";
import type { announceTerms, changePageText, StaffPages, withdrawTerms } from "#contract/staff-sites.ts";
import {
  announceTerms as announce,
  draftTerms,
  showNextTerms,
  withdrawTerms as withdraw,
} from "#server/features/account/index.ts";
import { describeSite, fictionalWords, hasMembers, siteAndCompany } from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { talkFacts } from "#server/ports/relay/port.ts";
import type { AuditEntry } from "../staff/audit.ts";
import { changeByStaff } from "./change-by-staff.ts";
import { chooseSite } from "./choose-site.ts";
import { labelSetting } from "./show-site.ts";

/** The texts that a site words itself, with what fills them in a language. */
export async function showPages(
  ctx: StaffContext,
  { site: key, language }: { site?: string | undefined; language?: Language | undefined },
): Promise<StaffPages> {
  const { chosen, shown: sites } = await chooseSite(ctx, key);
  const { languages } = chosen.settings;
  const own = languages.includes(ctx.language) ? ctx.language : (languages[0] ?? ctx.language);
  const chosenLanguage = language ?? own;
  const [description, { company }] = await Promise.all([
    describeSite(ctx.db, chosen.key),
    siteAndCompany(ctx.db, chosen.id),
  ]);
  return {
    ...sites,
    language: chosenLanguage,
    settings: {
      ...chosen.settings,
      ...fictionalWords(ctx.services.texts, chosen, chosenLanguage),
      has_fictional: chosen.hasFictional,
      demo: chosen.demo,
      ...talkFacts(ctx.services.relay),
    },
    company: { ...company, added: company.added.toISOString() },
    texts: description?.file.pages ?? {},
    announces: await hasMembers(ctx.db, chosen.id),
    next: await showNextTerms(ctx.db, chosen.id, labelSetting(ctx)),
  };
}

/** Changes a page's words; a section of the terms waits for its announcement if the site has members. */
export async function changePage(
  ctx: Mutating<StaffContext>,
  body: z.output<typeof changePageText.body>,
): Promise<AuditEntry[]> {
  const { page, language, section, before, after, confirmed } = body;
  const { chosen } = await chooseSite(ctx, body.site);
  if (after && !chosen.settings.languages.includes(language)) throw failFields({ language: "unknown_option" });
  if (page === "us_privacy" && language !== "en") throw failFields({ language: "unknown_option" });
  const isLawful = lawfulPages.includes(page) && !section.startsWith("own");
  if (after && isLawful && !confirmed) throw failFields({ confirmed: "required" });
  if (page === "terms" && (await hasMembers(ctx.db, chosen.id))) {
    await draftTerms(ctx.db, { siteId: chosen.id, language, section, before, after });
    return [{ action: "terms_drafted", subject: `site:${chosen.key}`, detail: { section: `${language}.${section}` } }];
  }
  return await changeByStaff(ctx, {
    key: chosen.key,
    changes: [{ name: `pages.${page}.${language}.${section}`, before, after }],
    alsoOn: [],
  });
}

/** Announces the drafted terms (R9.05). */
export async function announceByStaff(ctx: Mutating<StaffContext>, body: z.output<typeof announceTerms.body>) {
  const { chosen } = await chooseSite(ctx, body.site);
  const { id, applies_on: appliesOn, asks } = body;
  const announcement = { id, appliesOn, asks, staffId: ctx.staff.staffId, now: ctx.now };
  await announce(ctx.db, { siteId: chosen.id, ...announcement });
  return { action: "terms_announced", subject: `site:${chosen.key}`, detail: { applies_on: appliesOn, asks } } as const;
}

/** Deletes the drafted terms, or takes their announcement back. */
export async function withdrawByStaff(ctx: Mutating<StaffContext>, body: z.output<typeof withdrawTerms.body>) {
  const { chosen } = await chooseSite(ctx, body.site);
  await withdraw(ctx, { siteId: chosen.id, id: body.id });
  return { action: "terms_withdrawn", subject: `site:${chosen.key}` } as const;
}
