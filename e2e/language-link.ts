import type { Locator, Page } from "@playwright/test";
import { languageNames } from "#web/lib/languages.ts";
import { sayIn } from "./texts.ts";

/** Opens the language list of a page's footer, and returns the link to one of them. */
export async function languageLink(page: Page, now: keyof typeof languageNames, name: string): Promise<Locator> {
  const list = page.getByRole("navigation", { name: sayIn(now)("shell:footer.language") });
  await list.locator("summary", { hasText: languageNames[now] }).click();
  return list.getByRole("link", { name, exact: true });
}
