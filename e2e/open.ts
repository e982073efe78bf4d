import type { Page } from "@playwright/test";

/** The page has its scripts, where there are any: what is tapped now is heard. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      matchMedia("(scripting: none)").matches ||
      document.querySelector("script[type=module]") === null ||
      document.documentElement.dataset.alive === "true",
  );
}

/** Goes to an address, and waits until the page there is alive. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await alive(page);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await alive(page);
}
