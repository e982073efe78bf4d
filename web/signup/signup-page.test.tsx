// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { ApiFailure } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";
import { renderPage } from "#web/test-dom.tsx";
import { signUpWithoutScripts } from "./load-signup.ts";
import { SignupPage } from "./signup-page.tsx";

const settings = {
  name: "Rendezvous",
  countries: ["NL"],
  min_age: 18,
  message_length: 500,
  signup_credits: 0,
  signup_steps: [] as Settings["signup_steps"],
} as Settings;

const typed = {
  gender: "female",
  seeks: "male",
  name: "Noor",
  day: "1",
  month: "2",
  year: "1990",
  email: "bad@",
  password: "a long password",
  country: "NL",
};

/** What a browser without scripts gets if the server refuses the form with this failure. */
async function postRefused(failure: ApiFailure) {
  const call = async () => {
    throw failure;
  };
  const page = { call, settings: async () => settings } as unknown as Page;
  const request = new Request("http://site/signup", { method: "POST", body: new URLSearchParams(typed) });
  const { data } = await signUpWithoutScripts(page, request, null);
  const first = { gender: undefined, seeks: undefined, country: "NL" };
  const loaded = { open: true, countries: [], first, next: null, tracking: null, clickNetwork: null };
  const element = <SignupPage loaded={loaded} answer={data} member={null} />;
  const { container } = await renderPage(element, { root: { settings } });
  return container;
}

const errorsOf = (container: HTMLElement) =>
  ["email", "password", "name"].map((name) => {
    const field = container.querySelector(`[name=${name}]`);
    const id = field?.getAttribute("aria-describedby")?.split(" ")[0] ?? "";
    return field?.getAttribute("aria-invalid") === "true" ? document.getElementById(id)?.textContent : null;
  });

test("R5.03 without scripts one answer marks all wrong fields, and says why the password is empty again", async () => {
  const refused = { error: { fields: { sexuality_consent: "We need your consent." } } };
  const container = await postRefused(new ApiFailure(400, "invalid_input", "", refused as never));
  expect(errorsOf(container)).toEqual([
    "Invalid email",
    "Please type your password again: we never send one back.",
    null,
  ]);
  expect(container.textContent).toContain("We need your consent.");
});

test("a failure of the whole form stands alone", async () => {
  const container = await postRefused(new ApiFailure(403, "signups_closed", "No new members at the moment."));
  expect(errorsOf(container)).toEqual([null, null, null]);
  expect(container.querySelector("[role=alert]")?.textContent).toBe("No new members at the moment.");
});
