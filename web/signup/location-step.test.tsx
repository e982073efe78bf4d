// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { OwnProfile } from "#contract/profiles.ts";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { LocationStep } from "./location-step.tsx";

async function openStep(city_id: number | null, city: string) {
  const own = { city_id, profile: { country: "DE", city } } as OwnProfile;
  const { container } = await renderPage(
    <LocationStep
      user={{} as User}
      own={own}
      countries={[{ value: "DE", label: "Germany" }]}
      questions={[]}
      refused={undefined}
      onward="/members"
      goToNextStep={async () => {}}
    />,
    { root: { settings: { countries: ["DE"] } as Settings } },
  );
  return ["city", "city_id"].map((name) => container.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value);
}

test("R4.06 Back to the step shows the town that was chosen before", async () => {
  vi.stubGlobal("isSecureContext", false);
  expect(await openStep(7, "Berlin")).toEqual(["Berlin", "7"]);
  expect(await openStep(null, "")).toEqual(["", ""]);
});
