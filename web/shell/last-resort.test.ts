import { expect, test } from "vitest";
import { lastResort } from "./last-resort.ts";

test("R8.01 the page that replaces a failing error page has the specification's words, and links to the language's home page", () => {
  for (const [language, home] of [
    ["en", "/"],
    ["de", "/de"],
  ] as const) {
    const page = lastResort(language);
    expect(page).toContain("<title>Error</title>");
    expect(page).toContain("<h1>An error occurred while showing the error page</h1>");
    expect(page).toContain(`<a href="${home}">Go back to home</a>`);
  }
});
