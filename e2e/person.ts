import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Language } from "#contract/constants.ts";
import { type Say, sayIn } from "./texts.ts";

export type Wish = {
  name: string;
  gender: "male" | "female";
  seeks: "male" | "female" | "both";
  birth: { day: string; month: string; year: string };
  country: string;
  town: string;
};

const password = "three quiet words";
let made = 0;

/** Somebody in a browser of their own, who reads the pages in their language. */
export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  readonly say: Say;
  readonly prefix: string;
  readonly wish: Wish;
  readonly email: string;
  /** What the browser complained about; a journey ends with none. */
  readonly complaints: string[] = [];

  private constructor(context: BrowserContext, page: Page, language: Language, wish: Wish) {
    made += 1;
    this.context = context;
    this.page = page;
    this.language = language;
    this.say = sayIn(language);
    this.prefix = language === "en" ? "" : `/${language}`;
    this.wish = { ...wish, name: `${wish.name} ${language} ${process.pid % 1000}${made}` };
    this.email = `${wish.name}.${language}.${process.pid}.${made}@example.org`.toLowerCase();
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("console", (message) => {
      if (
        message.type() === "error" &&
        !message.text().includes("status of 4") &&
        !message.text().includes("frame is sandboxed")
      )
        this.complaints.push(message.text());
    });
  }

  static async arrive(browser: Browser, options: object, language: Language, wish: Wish): Promise<Person> {
    const context = await browser.newContext(options);
    return new Person(context, await context.newPage(), language, wish);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.prefix}${path}`);
    await this.settled();
  }

  /** The page has its scripts: what is tapped now is heard. */
  async settled(): Promise<void> {
    await this.page.waitForLoadState("networkidle").catch(() => undefined);
  }

  /** From the home page through every step of the signup. */
  async signUp(): Promise<void> {
    const { page, say, wish } = this;
    await page
      .getByRole("link", { name: say("home:sign_up") })
      .first()
      .click();
    await page
      .getByRole("group", { name: say("account:signup.gender"), exact: true })
      .getByText(say(`account:signup.gender_${wish.gender}`), { exact: true })
      .click();
    await page
      .getByRole("group", { name: say("account:signup.seeks"), exact: true })
      .getByText(say(`account:signup.seeks_${wish.seeks}`), { exact: true })
      .click();
    await this.goOn();
    await page.getByLabel(say("account:signup.name"), { exact: true }).fill(wish.name);
    for (const part of ["day", "month", "year"] as const) {
      await page.getByLabel(say(`account:signup.${part}`), { exact: true }).fill(wish.birth[part]);
    }
    await this.goOn();
    await page.getByLabel(say("account:signup.email"), { exact: true }).fill(this.email);
    await page.getByLabel(say("account:signup.password"), { exact: true }).fill(password);
    await this.goOn();
    await page.getByLabel(say("account:signup.country"), { exact: true }).selectOption(wish.country);
    await page.getByLabel(say("account:signup.town"), { exact: true }).fill(wish.town);
    await page
      .getByRole("listbox", { name: say("account:signup.towns") })
      .getByRole("option")
      .first()
      .click();
    await page.getByRole("button", { name: say("account:signup.send") }).click();
    await expect(page.getByRole("heading", { name: say("account:mail.heading", { name: wish.name }) })).toBeVisible();
  }

  private async goOn(): Promise<void> {
    await this.page.getByRole("button", { name: this.say("account:signup.continue"), exact: true }).click();
  }

  /** Finds the newest mail in the outbox, follows its link, and presses the one button. */
  async confirm(): Promise<void> {
    const { page, say } = this;
    await expect(async () => {
      await page.goto(`/outbox?to=${encodeURIComponent(this.email)}`);
      await expect(page.getByRole("link", { name: new RegExp(this.email) }).first()).toBeVisible({ timeout: 500 });
    }).toPass();
    await page
      .getByRole("link", { name: new RegExp(this.email) })
      .first()
      .click();
    const link = await page
      .locator("a[href*='/']")
      .filter({ hasText: /[A-Za-z0-9_-]{43}/ })
      .first()
      .getAttribute("href");
    await page.goto(link ?? "");
    await this.settled();
    await page.getByRole("button", { name: say("account:activate.send") }).click();
    await expect(page.getByRole("heading", { name: say("account:activate.done_title") })).toBeVisible();
  }

  async logIn(email: string, secret = password): Promise<void> {
    const { page, say } = this;
    await this.open("/login");
    await page.getByLabel(say("account:login.name"), { exact: true }).fill(email);
    await page.getByLabel(say("account:login.password"), { exact: true }).fill(secret);
    await page.getByRole("button", { name: say("account:login.send"), exact: true }).click();
    await expect(page).toHaveURL(/\/members/);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
