import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
export const text = (key: string, params = {}) => say(`members:${key}`, params);

export const cards = (page: Page) => page.getByRole("list", { name: text("search.results") }).locator("a[data-member]");
export const chips = (page: Page) => page.getByRole("main").getByRole("list", { name: text("search.in_use") });
export const chip = (page: Page, filter: string) =>
  page.getByRole("link", { name: text("search.remove", { filter }), exact: true });

/** Opens the filters: a sheet on a phone, a column on a desktop. */
export async function openFilters(page: Page): Promise<Locator> {
  const link = page.getByRole("link", { name: /^Filters/ });
  if (!(await link.isVisible())) return page.getByRole("complementary", { name: text("search.filters") });
  await link.click();
  const sheet = page.getByRole("dialog", { name: text("search.filters") });
  await expect(sheet.locator("form")).toBeVisible();
  return sheet;
}

/** The total of the API for the search in the page's URL. */
export async function totalOf({ request }: BrowserContext, page: Page): Promise<number> {
  const { search } = new URL(page.url());
  const answer = await request.get(`/api/members.php${search}`);
  expect(answer.status(), search).toBe(200);
  return (await answer.json()).total.count;
}

export async function expectTotal(page: Page): Promise<number> {
  const count = await totalOf(page.context(), page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(text("total", { count }));
  return count;
}
