import type { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { lawfulPages } from "#contract/page-sections.ts";
import type { changePageText, StaffPages } from "#contract/staff-sites.ts";
import { describeSite, fictionalWords, siteAndCompany } from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { changeByStaff } from "./change-by-staff.ts";
import { chooseSite } from "./choose-site.ts";

/** The texts that a site words itself, with what fills them in a language. */
export async function showPages(
  ctx: StaffContext,
  { site: key, language }: { site?: string | undefined; language?: Language | undefined },
): Promise<StaffPages> {
  const { chosen, shown } = await chooseSite(ctx, key);
  const { languages } = chosen.settings;
  const own = languages.includes(ctx.language) ? ctx.language : (languages[0] ?? ctx.language);
  const chosenLanguage = language ?? own;
  const [known, { company }] = await Promise.all([describeSite(ctx.db, chosen.key), siteAndCompany(ctx.db, chosen.id)]);
  return {
    ...shown,
    language: chosenLanguage,
    settings: { ...chosen.settings, ...fictionalWords(ctx.services.texts, chosen, chosenLanguage) },
    company: { ...company, added: company.added.toISOString() },
    texts: known?.file.pages ?? {},
  };
}

/**
 * Words a section of a page, or returns it to the built-in text. Throws `invalid_input` for a language that the site
 * does not have, and if a built-in text that the law asks for is replaced without a confirmation.
 */
export async function changePage(ctx: StaffContext, body: z.output<typeof changePageText.body>) {
  const { page, language, section, before, after, confirmed } = body;
  const { chosen } = await chooseSite(ctx, body.site);
  if (after && !chosen.settings.languages.includes(language)) throw failFields({ language: "unknown_option" });
  if (page === "us_privacy" && language !== "en") throw failFields({ language: "unknown_option" });
  const isLawful = lawfulPages.includes(page) && !section.startsWith("own");
  if (after && isLawful && !confirmed) throw failFields({ confirmed: "required" });
  return await changeByStaff(ctx, chosen.key, [{ name: `pages.${page}.${language}.${section}`, before, after }]);
}
