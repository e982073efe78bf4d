import { expect, test } from "vitest";
import { themeColours } from "#contract/web-app.ts";
import { lastResort } from "./last-resort.ts";

test("R8.01 the page that replaces a failing error page has the specification's words, and links to the language's home page", () => {
  for (const [language, home, status] of [
    ["en", "/", "/status"],
    ["de", "/de", "/de/status"],
  ] as const) {
    const page = lastResort({ language, site: null, nonce: "n" });
    expect(page).toContain("<title>Error</title>");
    expect(page).toContain("<h1>An error occurred while showing the error page</h1>");
    expect(page).toContain(`href="${home}">Go back to home</a>`);
    expect(page).toContain(`<a href="${status}">`);
    expect(page).not.toContain("mailto:");
  }
});

test("the page that replaces a failing error page has the site's colours and its support's address", () => {
  const page = lastResort({
    language: "en",
    site: { theme: "teal", support_email: 'help"@site.example' },
    nonce: "n0nce",
  });
  expect(page).toContain(`<style nonce="n0nce">`);
  expect(page).toContain(themeColours.teal.primary);
  expect(page).toContain(themeColours.teal.night);
  expect(page).toContain('<a href="mailto:help%22@site.example">');
});
