import { expect, type Page } from "@playwright/test";
import { signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { addPhotos } from "./photo.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

export const tiles = (page: Page) => page.getByRole("list", { name: say("photos:own.title") });
export const chooser = (page: Page) =>
  page.getByLabel(new RegExp(`^${say("photos:upload.choose")}|^${say("photos:upload.choose_first")}`));

export const editButton = (page: Page, number: number) =>
  page.getByRole("button", { name: say("photos:own.edit_for", { number }), exact: true });
export const sheet = (page: Page, number: number, total: number) =>
  page.getByRole("dialog", { name: say("photos:own.photo", { number, total }) });
/** Presses Enter on a button of a photo's open sheet: what is not shown yet takes no focus. */
export async function pressInSheet(page: Page, number: number, total: number, name: string): Promise<void> {
  const button = sheet(page, number, total).getByRole("button", { name });
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press("Enter");
}

/** The colours of three photos. */
export const colours = ["#b35", "#35b", "#3b5"];

/** Signs up a member with photos, and opens their profile. */
export async function withPhotos(page: Page, name: string, backgrounds = colours): Promise<void> {
  await signUpIn(page.context(), name);
  await addPhotos(page.context(), backgrounds);
  await open(page, "/profile");
  await expect(tiles(page).getByRole("img")).toHaveCount(backgrounds.length);
}
