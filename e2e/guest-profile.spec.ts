import { expect } from "@playwright/test";
import { arrive, send } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

test("R11.07 a guest reads the short profile of a member who allows it, with the signup in it", async ({
  browser,
  page,
}) => {
  const anna = await arrive(browser, "Anna");
  await send(anna.context, "PUT", "/api/opening-questions.php", { chosen: ["sea"], written: [] });
  await send(anna.context, "PUT", "/api/profile.php", { interests: ["tea"], shown_to_visitors: true });
  await open(page, `/members/${anna.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(anna.name);
  await expect(page.getByText(say("question-list:question.sea"))).toBeVisible();
  await expect(page.getByText(say("profiles:interest.tea"), { exact: true })).toBeVisible();
  const robots = page.locator('meta[name="robots"]');
  await expect(robots).toHaveAttribute("content", /noindex/);
  const signup = page.locator("main").getByRole("link", { name: say("members:visitor.sign_up") });
  await expect(signup).toHaveAttribute("href", new RegExp(`/signup.*${anna.id}`));
});
