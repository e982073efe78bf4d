// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { type SamePerson, SameText } from "./same-text.tsx";

const who = {
  fictional: false,
  status: "active",
  age: 41,
  town: "Hull",
  country: "GB",
  image: null,
  ban: null,
} as const;
const alike = (id: string, cleared: boolean) => ({ id, name: `Name of ${id}`, ...who, cleared });

test("D11.2 one press says that a look-alike is someone else, and one takes it back", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Response.json({ ok: true });
  });
  const { container } = await renderPage(
    <SameText id="m1" count={1} words="" members={[alike("m2", false), alike("m3", true)]} />,
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

test("D11.2 a banned look-alike has what tells whether it is the same person, and one press prepares the ban", async () => {
  const ban = { ground: "scam", words: "You asked for money.", at: "2026-11-03T12:00:00Z" } as const;
  const banned = { ...alike("m2", false), status: "banned", image: "/m2.webp", ban } as const;
  const same: SamePerson[] = [];
  const props = { id: "m1", count: 2, words: "We closed one.", members: [banned, alike("m3", false)] };
  const { container } = await renderPage(<SameText {...props} onSame={(each) => same.push(each)} />);
  const [line, other] = container.querySelectorAll("li");
  for (const said of ["Name of m2, 41", "Hull, United Kingdom", "It’s a scam", "You asked for money."])
    expect(line?.textContent).toContain(said);
  expect(line?.querySelector("img")?.getAttribute("src")).toBe("/m2.webp");
  const buttons = (item: Element | undefined) => [...(item?.querySelectorAll("button, a.button") ?? [])];
  expect(buttons(line).map(({ textContent }) => textContent)).toEqual(["Same person", "Not the same person"]);
  expect(buttons(other).map(({ textContent }) => textContent)).toEqual(["Not the same person"]);
  await act(async () => (buttons(line)[0] as HTMLElement).click());
  expect(same).toEqual([{ ground: "scam", words: "We closed one." }]);
  expect(line?.textContent).toContain("filled in below");
  // where there is no form of a decision
  const page = await renderPage(<SameText {...props} />);
  expect(page.container.querySelector("li a.button")?.getAttribute("href")).toBe("/staff/members/m1#measure");
});
