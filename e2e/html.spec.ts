import { expect, type Page } from "@playwright/test";
import { logInAs } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";

/** Elements that stand where HTML or ARIA does not allow them, each by its rule and the beginning of its markup. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const rules: [rule: string, selector: string][] = [
      ["a live region within a heading", ":is(h1, h2, h3, h4, h5, h6) :is([role=status], [role=alert], [aria-live])"],
      ["a caption in the middle of its figure", "figure > figcaption:not(:first-child):not(:last-child)"],
      ["a list without items", ":is(ul, ol):not(:has(> li))"],
      ["an article without a heading", "article:not(:has(:is(h1, h2, h3, h4, h5, h6)))"],
    ];
    return rules.flatMap(([rule, selector]) =>
      [...document.querySelectorAll(selector)].map((element) => `${rule}: ${element.outerHTML.slice(0, 120)}`),
    );
  });

test("R2.21 headings, figures, lists and articles are as HTML wants them", { tag: "@one-width" }, async ({ page }) => {
  for (const path of ["/", "/members", "/landers/socialnetwork", "/landers/transitionsvideolanding", "/login"]) {
    await open(page, path);
    expect(await misplaced(page), path).toEqual([]);
  }
});

test("R2.21 the same for a member", { tag: "@one-width" }, async ({ page, context }) => {
  await logInAs(context, "robin");
  for (const path of ["/members", "/likes", "/chats", "/settings"]) {
    await open(page, path);
    expect(await misplaced(page), path).toEqual([]);
  }
});
