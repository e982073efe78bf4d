// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { SameText } from "./same-text.tsx";

const alike = (id: string, cleared: boolean) =>
  ({ id, name: `Name of ${id}`, fictional: false, status: "active", cleared }) as const;

test("D11.2 one press says that a look-alike is someone else, and one takes it back", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Response.json({ ok: true });
  });
  const { container } = await renderPage(
    <SameText id="m1" count={1} members={[alike("m2", false), alike("m3", true)]} />,
  );
  const [first, second] = container.querySelectorAll("li");
  const press = (line: Element | undefined) => act(async () => line?.querySelector("button")?.click());
  expect(container.textContent).toContain("Other accounts with the same “About me”: 1");
  expect(second?.textContent).toContain("Looked at: someone else");
  expect(first?.textContent).not.toContain("Looked at: someone else");
  await press(first);
  expect(first?.textContent).toContain("Looked at: someone else");
  await press(first);
  expect(first?.textContent).not.toContain("Looked at: someone else");
  expect(bodies).toEqual([
    { id: "m1", other: "m2", cleared: true },
    { id: "m1", other: "m2", cleared: false },
  ]);
});
