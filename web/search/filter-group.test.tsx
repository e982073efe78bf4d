// @vitest-environment happy-dom
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { listedFacts } from "#contract/fact-answers.ts";
import { createBrowserFormats, FormatsProvider } from "#web/lib/page-formats.ts";
import { textParts } from "#web/lib/text-parts.ts";
import { loadTexts, TextsProvider } from "#web/lib/texts.tsx";
import { renderPage } from "#web/test-dom.tsx";
import { FilterForm } from "./filter-form.tsx";
import { FilterGroup } from "./filter-group.tsx";
import { type Filters, readFilters } from "./filters.ts";

const offered = {
  fields: ["interests", "height", ...listedFacts],
  countries: [],
  lowestAge: 18,
  member: true,
  nearby: false,
};
const inUse: Filters = { interests: ["art", "wine"], min_height: 160, smoking: ["no", "sometimes"], languages: ["fi"] };

async function renderForm(filters: Filters, openGroup: string | null = null) {
  const counts = { total: { count: 3, capped: false }, profiles: 3, similar: 0 };
  const form = <FilterForm filters={filters} found={counts} regions={null} offered={offered} openGroup={openGroup} />;
  const { container } = await renderPage(form);
  const groups = () => [...container.querySelectorAll("details")];
  const find = (text: string) => [...container.querySelectorAll("label")].find((each) => each.textContent === text);
  return {
    container,
    groups,
    find,
    toggle: (open: boolean) =>
      act(async () => {
        for (const group of groups()) group.open = open;
      }),
    /** What the browser sends without scripts, as the page reads it. */
    sent() {
      const fields = new FormData(container.querySelector("form") ?? undefined);
      return readFilters(new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])), offered);
    },
    said: () => groups().map((group) => group.querySelector("summary")?.textContent ?? ""),
  };
}

test("R3.11 R11.03 a closed group has no choices, and the form sends what is chosen in it all the same", async () => {
  const { container, toggle, sent, said } = await renderForm(inUse);
  const count = () => container.querySelectorAll("input[type=checkbox], select").length;
  expect(count()).toBe(0);
  expect(sent()).toEqual(inUse);
  const [interests, facts] = said();
  expect(interests).toMatch(/2 chosen.*Art, .*Wine/);
  expect(facts).toMatch(/Height: .*160.* · Smoking: No and Sometimes · .*Finnish/);
  await toggle(true);
  expect(count()).toBeGreaterThan(50);
  expect(sent()).toEqual(inUse);
  expect(said()).toEqual([interests, facts]);
  await toggle(false);
  expect(count()).toBe(0);
  expect(sent()).toEqual(inUse);
});

test("R3.11 a tap draws a group's choices before the browser opens it, and its line names what is chosen there", async () => {
  const { groups, find, toggle, sent, said } = await renderForm({});
  const [group] = groups();
  const summary = group?.querySelector("summary");
  summary?.addEventListener("click", (event) => event.preventDefault());
  await act(async () => summary?.click());
  expect(group?.open).toBe(false);
  expect(find("Wine")).toBeDefined();
  await toggle(true);
  await act(async () => find("Wine")?.querySelector("input")?.click());
  expect(said()[0]).toMatch(/1 chosen.*Wine/);
  // nothing moves under the finger; opened again, the chosen one is the first
  expect(group?.querySelector("label")?.textContent).not.toBe("Wine");
  await toggle(false);
  expect(sent()).toEqual({ interests: ["wine"] });
  await toggle(true);
  expect(group?.querySelector("label")?.textContent).toBe("Wine");
});

test("R3.11 clearing all filters clears those of closed and of open groups", async () => {
  for (const open of [false, true]) {
    const { container, toggle, sent, said } = await renderForm(inUse);
    await toggle(open);
    const clear = [...container.querySelectorAll("button")].find((each) => each.textContent === "Clear all");
    await act(async () => clear?.click());
    expect(sent()).toEqual({});
    expect(said().join()).not.toMatch(/chosen|Wine|Smoking/);
  }
});

test("R9.01 without scripts an address opens a group, and the other one leads to its own", async () => {
  const { groups } = await renderForm(inUse, "facts");
  expect(groups().map((group) => group.open)).toEqual([false, true]);
  expect(groups().map((group) => group.querySelectorAll("[name=smoking]").length)).toEqual([0, 3]);
  const button = groups()[0]?.querySelector("button");
  expect(["name", "value", "formaction"].map((name) => button?.getAttribute(name))).toEqual([
    "group",
    "interests",
    "/members#filters",
  ]);
});

test("R9.01 a group that was opened before the page's scripts ran has its choices once they run", async () => {
  const page = (
    <TextsProvider value={await loadTexts("en", textParts)}>
      <FormatsProvider value={createBrowserFormats("en")}>
        <MemoryRouter>
          <FilterGroup
            draft={inUse}
            openGroup={null}
            group="interests"
            names={["interests"]}
            title=""
            chosen=""
            note=""
          >
            <input type="checkbox" />
          </FilterGroup>
        </MemoryRouter>
      </FormatsProvider>
    </TextsProvider>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(page);
  expect(container.querySelector("[type=checkbox]")).toBeNull();
  for (const details of container.querySelectorAll("details")) details.open = true;
  const root = await act(async () => hydrateRoot(container, page));
  expect(container.querySelector("[type=checkbox]")).not.toBeNull();
  expect(container.querySelector("details")?.open).toBe(true);
  await act(async () => root.unmount());
});
