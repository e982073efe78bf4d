import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { Language } from "#contract/constants.ts";
import { linkTo } from "./mails.ts";
import { ownAddress, password, settle } from "./member.ts";
import { open } from "./open.ts";
import { pattern, type Say, sayIn } from "./texts.ts";

export type PersonInput = {
  name: string;
  gender: "male" | "female";
  seeks: "male" | "female" | "both";
  birth: { day: string; month: string; year: string };
  country: string;
  town: string;
};

let count = 0;

/** A user with a separate browser, who signs up on the screens and reads the pages in their language. */
export const nina: PersonInput = {
  name: "Nina",
  gender: "female",
  seeks: "male",
  birth: { day: "17", month: "5", year: "1994" },
  country: "DE",
  town: "Potsdam",
};

export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  readonly say: Say;
  readonly prefix: string;
  readonly input: PersonInput;
  readonly email: string;
  /** Errors that the browser reported; at a journey's end there must be none. */
  readonly complaints: string[] = [];

  private constructor(context: BrowserContext, page: Page, language: Language, input: PersonInput) {
    count += 1;
    this.context = context;
    this.page = page;
    this.language = language;
    this.say = sayIn(language);
    this.prefix = language === "en" ? "" : `/${language}`;
    this.input = { ...input, name: `${input.name} ${language} ${process.pid % 1000}${count}` };
    this.email = `${input.name}.${language}.${process.pid}.${count}@example.org`.toLowerCase();
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

  static async arrive(browser: Browser, language: Language, input: PersonInput, options: object = {}): Promise<Person> {
    const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() }, ...options });
    return new Person(context, await context.newPage(), language, input);
  }

  async open(path: string): Promise<void> {
    await open(this.page, `${this.prefix}${path}`);
  }

  /** Opens the signup as a dialog over the home page. */
  async openSignup(): Promise<void> {
    const { page, say } = this;
    await page
      .getByRole("link", { name: say("home:sign_up") })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }

  /** Signs up from the home page and goes on to the first matches. */
  async signUp(): Promise<void> {
    const { page, say } = this;
    await this.openSignup();
    await this.fillInForm();
    await page.getByRole("button", { name: say("account:signup.send") }).click();
    await expect(page).toHaveURL(/step=photo/);
    await page.getByRole("link", { name: say("account:complete.skip"), exact: true }).click();
    await this.fillInTown();
    await expect(page).toHaveURL(/\/signup-matches$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(this.input.name);
  }

  /** Fills in the form, up to the button that creates the account. */
  async fillInForm(): Promise<void> {
    await this.fillInWho();
    await this.continueTo();
    await this.fillInYou();
    await this.continueTo();
    await this.fillInKey();
  }

  async fillInWho(): Promise<void> {
    const { page, say, input } = this;
    // the home page below the dialog has the same fields
    const form = (await page.getByRole("dialog").count()) > 0 ? page.getByRole("dialog") : page.getByRole("main");
    await form
      .getByRole("group", { name: say("account:question.gender"), exact: true })
      .getByText(say(`account:question.gender_${input.gender}`), { exact: true })
      .click();
    await form
      .getByRole("group", { name: say("account:question.seeks"), exact: true })
      .getByText(say(`account:question.seeks_${input.seeks}`), { exact: true })
      .click();
  }

  async fillInYou(): Promise<void> {
    const { page, say, input } = this;
    await page.getByLabel(say("account:signup.name"), { exact: true }).fill(input.name);
    for (const part of ["day", "month", "year"] as const) {
      await page.getByLabel(say(`account:signup.${part}`), { exact: true }).fill(input.birth[part]);
    }
  }

  async fillInKey(): Promise<void> {
    const { page, say } = this;
    await page.getByLabel(say("account:signup.email"), { exact: true }).fill(this.email);
    await page.getByLabel(say("account:signup.password"), { exact: true }).fill(password);
    await page.locator("[name=sexuality_consent]").check();
  }

  /** Fills in the step with the town, chosen from the list. */
  async fillInTown(): Promise<void> {
    const { page, say, input } = this;
    await expect(page).toHaveURL(/step=location/);
    await page.getByLabel(say("account:signup.country"), { exact: true }).selectOption(input.country);
    await page.getByLabel(say("account:signup.town"), { exact: true }).fill(input.town);
    await page
      .getByRole("listbox", { name: say("account:signup.towns") })
      .getByRole("option")
      .first()
      .click();
    await this.continueTo();
  }

  async continueTo(): Promise<void> {
    await this.page.getByRole("button", { name: this.say("account:signup.continue"), exact: true }).click();
  }

  /** Opens the mail's link; in a browser that is logged in the page confirms without a tap. */
  async confirm({ page, email }: { page: Page; email: string } = this): Promise<void> {
    const { say } = this;
    await open(page, await linkTo(page.request, email, pattern(say, "mails:activation.subject")));
    await expect(page.getByRole("heading", { name: say("account:activate.done_title") })).toBeVisible();
  }

  /** Makes the user count as no longer new: otherwise an introduction would open during the journey. */
  async settle(): Promise<void> {
    await settle(this.email);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
