// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import Guide from "./guide.tsx";

test("D11.2 the guide for moderators says where things stand, which keys do what, and what each queue asks", async () => {
  const { container } = await renderPage(<Guide />, { root: { settings: { name: "Rendezvous" } as Settings } });
  const text = container.textContent ?? "";
  // the section about sealed pictures comes before the grounds
  expect(text.indexOf("sexual picture of a child")).toBeLessThan(text.indexOf("sealed for the police: see above"));
  expect(text).toContain("in reports 1 to 5 and B are the measures");
  expect(text).toContain("Warn first");
  const queues = ["Reports", "Appeals", "Verification", "Profile texts", "Flagged first messages", "Withdrawals"];
  for (const queue of [...queues, "Payments to check"]) {
    expect([...container.querySelectorAll("dt")].map((term) => term.textContent)).toContain(queue);
  }
});
