// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Preferences } from "#contract/match-finder.ts";
import type { Settings } from "#contract/sites.ts";
import { profileSwitches } from "#web/setting-parts/profile-switch.tsx";
import { renderPage } from "#web/test-dom.tsx";
import { Consents } from "./consents.tsx";
import { PrivacySettings } from "./privacy-settings.tsx";

const settings = { name: "Rendezvous", fictional_plural: "fictional profiles", has_talks: true } as Settings;
const root = { settings };

test("R4.02 the card of the consent names all that the consent at signup covers", async () => {
  const none = { explicit_consent: false, about_me_consent: false, shares_click: false };
  const { container } = await renderPage(<Consents own={{ sexuality_consent: true, ...none }} />, { root });
  for (const part of ["who I’m looking for", "my likes, messages and photos", "the fact that I’m a member here"]) {
    expect(container.textContent).toContain(part);
  }
});

test("R6.08 a privacy setting says in a line what it does, and more of it below", async () => {
  const switches = Object.fromEntries(profileSwitches.map((name) => [name, false])) as Record<
    (typeof profileSwitches)[number],
    boolean
  >;
  const own = { ...switches, hides_fictional: true, answer_odds: null, city_id: null };
  const unset = { seeks: null, prefers_min_age: null, prefers_max_age: null, prefers_distance: null };
  const preferences: Preferences = { ...unset, prefers_body_types: [], goals: [], answered: false };
  const { container } = await renderPage(
    <QueryClientProvider client={new QueryClient()}>
      <PrivacySettings own={own} preferences={preferences} />
    </QueryClientProvider>,
    { root },
  );
  const lines = [...container.querySelectorAll("summary")].map(({ textContent }) => textContent);
  expect(lines).toContain("You won’t show up in searches.");
  expect(lines).toHaveLength(4);
  expect(container.textContent).toContain("Only people you’ve liked or written to still see you in their lists");
  // what a member agrees to by a switch stands there whole
  expect(container.querySelector("[name=shown_to_visitors]")?.closest("div")?.querySelector("details")).toBeNull();
});
