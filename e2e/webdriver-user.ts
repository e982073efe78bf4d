import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Driver } from "./webdriver.ts";
import { address } from "./world.ts";

/** The key under which WebDriver passes an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
type Element = { [elementKey]: string };

/** The kinds of elements that a user can find by their name. */
export type Kind = "button" | "link" | "field" | "choice" | "text" | "heading" | "dialog";
const secondsToAppear = 15;

/**
 * Finds a visible element of this kind with these words as its name. Runs in the browser, so it can't use the module's
 * other functions.
 */
function findInPage(kind: Kind, words: string, exact: boolean): Element | null {
  const selectors = {
    button: "button, [role=button], summary, input[type=submit]",
    link: "a[href]",
    field: "input, textarea, select",
    choice: "label",
    text: "p, span, li, h1, h2, h3, strong, div, output, legend, label",
    heading: "h1, h2, h3",
    dialog: "dialog[open]",
  };
  const tidy = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const isShown = (element: globalThis.Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  const nameOf = (element: globalThis.Element) => {
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? [...(element.labels ?? [])]
        : [];
    const ids = tidy(element.getAttribute("aria-labelledby")).split(" ");
    const by = ids.map((id) => tidy(document.getElementById(id)?.textContent)).join(" ");
    return (
      tidy(element.getAttribute("aria-label")) ||
      tidy(by) ||
      tidy(labels.map((label) => label.textContent).join(" ")) ||
      tidy(element.textContent)
    );
  };
  const open = [...document.querySelectorAll("dialog:modal")].at(-1);
  const label = tidy(words);
  const matches = [...(kind === "dialog" ? document : (open ?? document)).querySelectorAll(selectors[kind])].filter(
    (element) => {
      // a file input is often hidden behind its label
      if (!isShown(element) && !(element instanceof HTMLInputElement && element.type === "file")) return false;
      return exact ? nameOf(element) === label : nameOf(element).includes(label);
    },
  );
  // the innermost element that has the words
  return (matches.find((element) => !matches.some((other) => other !== element && element.contains(other))) ??
    null) as never;
}

/** A user of a browser that WebDriver drives. Each method waits a moment for its element to appear. */
export class User {
  readonly driver: Driver;
  readonly folder: string;

  constructor(driver: Driver, folder: string) {
    this.driver = driver;
    this.folder = folder;
  }

  private async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.driver.send("ExecuteScript", { script, args })) as T;
  }

  private async until<T>(what: string, attempt: () => Promise<T | null | false>): Promise<T> {
    const end = Date.now() + secondsToAppear * 1000;
    for (;;) {
      // the page may be unloaded during the command
      const result = await attempt().catch(() => null);
      if (result) return result;
      if (Date.now() > end) {
        await this.picture("failed");
        throw new Error(`${this.driver.name}: no ${what} at ${await this.driver.send("GetCurrentURL")}`);
      }
      await wait(100);
    }
  }

  /** The size of a phone. */
  async holdPhone(): Promise<void> {
    await this.driver.send("SetWindowRect", { width: 390, height: 844 });
  }

  async open(path: string): Promise<void> {
    await this.driver.send("Navigate", { url: new URL(path, address).href });
    await this.untilAlive();
  }

  async reload(): Promise<void> {
    await this.driver.send("Refresh");
    await this.untilAlive();
  }

  /** A page of visitors waits for a touch. */
  async untilAlive(): Promise<void> {
    await this.until("page that reacts", () =>
      this.run(
        `const alive = document.documentElement.dataset.alive === 'true' || !document.querySelector('script[type=late]');
         if (!alive) dispatchEvent(new Event("keydown"));
         return alive;`,
      ),
    );
  }

  async untilAt(part: string): Promise<void> {
    await this.until(`page ${part}`, async () => String(await this.driver.send("GetCurrentURL")).includes(part));
    await this.untilAlive();
  }

  async sees(kind: Kind, words: string, { exact = false } = {}): Promise<Element> {
    return await this.until(`${kind} “${words}”`, () =>
      this.run<Element | null>(`return (${findInPage})(...arguments)`, kind, words, exact),
    );
  }

  /** Waits until no such element is visible any more. */
  async gone(kind: Kind, words: string): Promise<void> {
    await this.until(`end of the ${kind} “${words}”`, () =>
      this.run<boolean>(`return (${findInPage})(...arguments) === null`, kind, words, false),
    );
  }

  async seesSelector(selector: string): Promise<Element> {
    return await this.until(selector, () =>
      this.run<Element | null>(
        "return [...document.querySelectorAll(arguments[0])].find((found) => found.checkVisibility()) ?? null",
        selector,
      ),
    );
  }

  async taps(kind: Kind, words: string, options: { exact?: boolean } = {}): Promise<void> {
    await this.tapsElement(await this.sees(kind, words, options));
  }

  async tapsElement({ [elementKey]: id }: Element): Promise<void> {
    // to the middle, because bars at the top and the bottom cover the edges
    await this.run("arguments[0].scrollIntoView({ block: 'center' })", { [elementKey]: id });
    await this.driver.send("ElementClick", { id });
  }

  async types(label: string, text: string): Promise<void> {
    const { [elementKey]: id } = await this.sees("field", label);
    await this.driver.send("ElementSendKeys", { id, text });
  }

  async chooses(label: string, value: string): Promise<void> {
    const field = await this.sees("field", label);
    await this.run(
      `const [select, value] = arguments; select.value = value;
       for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));`,
      field,
      value,
    );
  }

  /** Runs a script in the page, for steps that are not a user's. */
  async ask<T>(script: string): Promise<T> {
    return await this.run<T>(`return ${script}`);
  }

  async picture(name: string): Promise<void> {
    const png = String(await this.driver.send("TakeScreenshot"));
    writeFileSync(join(this.folder, `${this.driver.name}-${name}.png`), Buffer.from(png, "base64"));
  }
}
