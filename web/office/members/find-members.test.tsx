// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import type { AskedSearch } from "./asked-search.ts";
import FindMembersPage from "./find-members.tsx";

const root = { settings: { name: "Rendezvous" } as Settings };
const payment = "01890000-0000-7000-8000-000000000001";

/** Opens the page as a search leads to it. */
async function open(state: AskedSearch) {
  vi.stubGlobal("fetch", async () =>
    Response.json({ members: [], strangers: [], similar: false, payment, cursor: null }),
  );
  const props = { loaderData: { role: "finance", filters: { countries: [] } } } as unknown as Parameters<
    typeof FindMembersPage
  >[0];
  const { container, router } = await renderPage(<FindMembersPage {...props} />, { root });
  await act(async () => router.navigate("/", { state }));
  return { container, path: router.state.location.pathname };
}

test("D11.4 the number of a payment that is typed in the header leads to the payment itself", async () => {
  const { path } = await open({ sought: { text: "2026-000123" }, asked: 1 });
  expect(path).toBe(`/staff/payments/${payment}`);
});
