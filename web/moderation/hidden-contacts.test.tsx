// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { RootData } from "#web/lib/root-data.ts";
import { renderPage } from "#web/test-dom.tsx";
import HiddenContacts from "./hidden-contacts.tsx";

const root = { settings: { name: "Rendezvous" } as RootData["settings"] };

test("R11.04 to show oneself to one person comes before the button that clears the whole list", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method }: { method: string }) => {
    sent.push(`${method} ${url}`);
    return Response.json({ count: 0 });
  });
  const props = { loaderData: { count: 2, confirmed: true } } as unknown as Parameters<typeof HiddenContacts>[0];
  const { container } = await renderPage(<HiddenContacts {...props} />, { root });
  const buttons = [...container.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Hide from them", "Show me again", "Clear the list"]);
  await act(async () => buttons.at(-1)?.click());
  expect(sent).toEqual(["DELETE /api/hidden-contacts.php"]);
  expect(container.textContent).toContain("You aren’t hiding from anyone yet.");
});
