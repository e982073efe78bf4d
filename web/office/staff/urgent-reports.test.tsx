// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import type { QueuedReports } from "#contract/office.ts";
import { renderPage } from "#web/test-dom.tsx";
import { UrgentReports } from "./urgent-reports.tsx";

test("DSA 18 other urgent reports stand above the case, each with its member and first line, to be chosen", async () => {
  const urgent = (id: string, name: string, text: string, message: string | null) => ({
    ...{ id, since: new Date().toISOString(), member: { id, name, fictional: false } },
    reports: [{ reason: "danger", text, message }],
  });
  const items = [
    urgent("m1", "Pavel", "", "I'll slaughter you tonight\nat chess"),
    urgent("m2", "Jonas", "The pills are on the table", "Goodbye"),
  ] as unknown as QueuedReports[];
  const chosen: string[] = [];
  const { container } = await renderPage(<UrgentReports items={items} onChoose={(id) => chosen.push(id)} />);
  const buttons = [...container.querySelectorAll("button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Pavel · .*I'll slaughter you tonight$/),
    expect.stringMatching(/^Jonas · .*The pills are on the table$/),
  ]);
  await act(async () => buttons[1]?.click());
  expect(chosen).toEqual(["m2"]);
  const { container: none } = await renderPage(<UrgentReports items={[]} onChoose={() => undefined} />);
  expect(none.querySelector("section")).toBeNull();
});
