// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { PaymentSearch } from "./payment-search.tsx";

/** Searches for what is typed; answers with the calls, and with where the search leads. */
async function search(typed: string, answers: Record<string, object>) {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { body = "" }: { body?: string } = {}) => {
    const name = /staff-\w+/.exec(url)?.[0] ?? "";
    calls.push([name, new URL(url, "http://x").search, body].join(" ").trim());
    return Response.json(answers[name] ?? { payments: [], sites: [], cursor: null, buyers: [], debits: [] });
  });
  const { container, router } = await renderPage(<PaymentSearch filters={{ status: "completed" }} />);
  await act(async () => {
    const field = container.querySelector<HTMLInputElement>("input[name=who]");
    if (field) field.value = typed;
    container.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
  });
  const { pathname, search: query } = router.state.location;
  return { calls, text: container.textContent, path: `${pathname}${query}` };
}

const id = "01890000-0000-7000-8000-000000000001";

test("D11.4 one search finds payments by number, bank account, email address or name, of which only the number is in an address", async () => {
  const payments = [{ payment_id: id }];
  const byNumber = await search(" 2026-000123 ", { "staff-payments": { payments } });
  expect(byNumber.path).toBe("/staff/payments?status=completed&number=2026-000123");
  for (const account of ["DE02 1203 0000 0000 2020 51", "2051"]) {
    const byAccount = await search(account, { "staff-debits": { debits: [id] } });
    expect(byAccount.calls).toEqual([`staff-debits  ${JSON.stringify({ iban: account })}`]);
    expect(byAccount.path).toBe(`/staff/payments?status=completed&debits=${id}`);
  }
  const byAddress = await search("eva@example.org", { "staff-buyers": { buyers: [id] } });
  expect(byAddress.calls).toEqual([`staff-buyers  ${JSON.stringify({ who: "eva@example.org" })}`]);
  const byName = await search("Eva Berg", { "staff-buyers": { buyers: [id] } });
  expect(byName.calls.map((each) => each.split(" ")[0])).toEqual(["staff-payments", "staff-buyers"]);
  expect(byName.path).toBe(`/staff/payments?status=completed&buyers=${id}`);
});

test("D11.4 a search for payments that finds nothing says so, and leads nowhere", async () => {
  const { path, text } = await search("Eva Nowhere", {});
  expect(path).toBe("/");
  expect(text).toContain("Nothing found for it.");
});
