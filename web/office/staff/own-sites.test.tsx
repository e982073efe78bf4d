// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { FilterCard } from "./filter-card.tsx";
import { useFilterFields } from "./filter-fields.ts";
import { OwnSitesProvider, siteOptions } from "./own-sites.tsx";
import { PersonLine } from "./person-line.tsx";

const sites = [
  { key: "nl", name: "Rendezvous" },
  { key: "evening", name: "Abendrot" },
];

function Page() {
  return (
    <>
      <FilterCard columns="" of={[useFilterFields().site("evening")]} />
      <PersonLine
        member={{ id: "m1", name: "Anna", fictional: false }}
        site="evening"
        since={new Date().toISOString()}
      />
    </>
  );
}

test("D11.2 filters and items name a site, not its key", async () => {
  const { container } = await renderPage(
    <OwnSitesProvider value={sites}>
      <Page />
    </OwnSitesProvider>,
  );
  const select = container.querySelector("select");
  expect([...(select?.options ?? [])].map(({ value, text }) => [value, text])).toEqual([
    ["", "All sites"],
    ["nl", "Rendezvous"],
    ["evening", "Abendrot"],
  ]);
  expect(select?.value).toBe("evening");
  expect(container.textContent).toContain("Abendrot · ");
});

test("sites of one name are told apart by their keys", () => {
  const labels = siteOptions([...sites, { key: "be", name: "Rendezvous" }]).map(({ label }) => label);
  expect(labels).toEqual(["Rendezvous (nl)", "Abendrot", "Rendezvous (be)"]);
});
