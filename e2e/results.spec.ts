import { expect } from "@playwright/test";
import { open, reload } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

// a headless browser's user agent says so: it would count as a program, which gets no variant
test.use({
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
});

test("D10.2 a visitor of a compared lander keeps its variant over a reload, in other languages and to the signup", {
  tag: "@one-width",
}, async ({ page, siteHas }) => {
  await siteHas({ compared_landers: ["gallery"] });
  await open(page, "/landers/gallery/spring?network=adnet");
  await expect(page).toHaveURL(/\/landers\/gallery\/spring\?network=adnet&variant=[ab]$/);
  const drawn = page.url();
  await reload(page);
  expect(page.url()).toBe(drawn);
  const form = page.locator("form.start");
  const origin = `network=adnet&lander=gallery&slug=spring&variant=${drawn.at(-1)}`;
  await expect(form).toHaveAttribute("action", `/signup?${origin}`);
  await expect(page.locator("a[hreflang=da]").last()).toHaveAttribute("href", /variant=[ab]/);

  await open(page, "/landers/gallery?variant=a");
  await expect(form.getByRole("button")).toHaveText(say("landers:gallery.go"));
  await open(page, "/landers/gallery?variant=b");
  await expect(form.getByRole("button")).toHaveText(say("landers:common.go_b"));
});
