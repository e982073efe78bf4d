// Walks the journeys in one browser. `other-browsers.ts` runs it, starts the product and finds the browser.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startFirefox, startWebKit } from "./webdriver.ts";
import { chat, photo, purchase, search, signUp } from "./webdriver-journeys.ts";
import { User } from "./webdriver-user.ts";

const { E2E_FIREFOX, E2E_WEBKIT, E2E_DISPLAY = ":0" } = process.env;
const folder = join(import.meta.dirname, "../test-results/browsers");
mkdirSync(folder, { recursive: true });

const driver =
  E2E_FIREFOX === undefined
    ? await startWebKit(JSON.parse(E2E_WEBKIT ?? "{}"), E2E_DISPLAY)
    : await startFirefox(E2E_FIREFOX);
const user = new User(driver, folder);
try {
  await user.holdPhone();
  const walk = async <T>(name: string, journey: () => Promise<T>): Promise<T> => {
    const began = Date.now();
    const result = await journey();
    process.stdout.write(`  ${driver.name}: ${name}, ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
    return result;
  };
  const me = await walk("signup", () => signUp(user));
  await walk("search", () => search(user));
  await walk("chat", () => chat(user, me));
  await walk("photo", () => photo(user));
  await walk("purchase", () => purchase(user));
} finally {
  await driver.end();
}
