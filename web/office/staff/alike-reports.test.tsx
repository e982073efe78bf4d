// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { QueuedReports } from "#contract/office.ts";
import { renderPage } from "#web/test-dom.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { type Alike, AlikeReports } from "./alike-reports.tsx";

const others = ["m2", "m3", "m4"].map((id) => ({ id, name: `Name of ${id}` }));
const itemOf = (id: string, more: object[] = []) =>
  ({
    ...{ id, urgent: false, member: { id, name: `Name of ${id}`, fictional: false } },
    reports: [
      {
        ...{ id: `r-${id}`, about: "chat", reason: "scam", at: "2026-11-20T12:00:00Z", text: "Same", has_chat: true },
        ...{ message: null, attachment: null, image: null, sound: null, talk: null, notice: null, unquoted: false },
        reporter: { id: "karla", name: "Karla", warned_at: null, same_words: { reports: 3, members: 3, others } },
        reported: { id, name: `Name of ${id}`, fictional: false },
      },
      ...more,
    ],
  }) as unknown as QueuedReports;

async function open(item: QueuedReports, chosen: Alike[] = []) {
  const asked: string[] = [];
  const changes: Alike[][] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    const { first, id } = JSON.parse(String(body ?? "{}"));
    asked.push(`${url.split("/").at(-1)} ${first ?? id}`);
    // a colleague has m4; m3 has another report too
    if (url.includes("staff-reports")) {
      const items = first === "m4" ? [] : [itemOf(first, first === "m3" ? [{ id: "r-more" }] : [])];
      return Response.json({ items, waiting: 4 });
    }
    return Response.json({ lines: [] });
  });
  const { container } = await renderPage(
    <ToastProvider>
      <AlikeReports item={item} chosen={chosen} onChange={(next) => changes.push(next)} />
    </ToastProvider>,
  );
  const press = (text: string) =>
    act(async () => [...container.querySelectorAll("button")].find((each) => each.textContent === text)?.click());
  return { container, press, asked, changes };
}

test("D11.2 reports in the same words are decided alike once each was read; a colleague's and one with other reports are not offered", async () => {
  const { container, press, asked, changes } = await open(itemOf("m1"));
  await press("Decide these 4 alike");
  expect(asked).toEqual(["m2", "m3", "m4"].map((id) => `staff-reports.php ${id}`));
  const boxes = () => [...container.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  expect(boxes().map(({ disabled }) => disabled)).toEqual([true]);
  expect(container.textContent).toContain("Name of m3 has other reports too");
  expect(container.textContent).toContain("Name of m4 is with a colleague");
  await press("Read the chat (this is logged)");
  expect(boxes()[0]?.disabled).toBe(false);
  await act(async () => boxes()[0]?.click());
  expect(changes).toEqual([[{ id: "m2", name: "Name of m2", report: "r-m2" }]]);
});

test("D11.2 an urgent item, one of several reports and one alone have nothing that is decided alike", async () => {
  const alone = itemOf("m1");
  const [report] = alone.reports;
  if (report?.reporter) report.reporter.same_words = { reports: 0, members: 0, others: [] };
  for (const item of [{ ...itemOf("m1"), urgent: true }, itemOf("m1", [{ id: "r-more" }]), alone]) {
    expect((await open(item)).container.textContent).toBe("");
  }
});
