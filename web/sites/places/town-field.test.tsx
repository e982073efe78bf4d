// @vitest-environment happy-dom
import { act, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { TownField } from "./town-field.tsx";
import type { ChosenTown } from "./towns.ts";

const hamburg = { id: 7, name: "Hamburg", called: null, region_name: "Hamburg" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", async () => Response.json({ cities: [hamburg], elsewhere: [] }));
});
function Place({ onTown }: { onTown: (town: ChosenTown) => void }) {
  const [town, setTown] = useState<ChosenTown>({ id: "", label: "" });
  const change = (next: ChosenTown) => {
    setTown(next);
    onTown(next);
  };
  return <TownField country="DE" value={town} note={undefined} onChange={change} onElsewhere={change} />;
}

async function typeTown(text: string) {
  const towns: ChosenTown[] = [];
  const { container } = await renderPage(<Place onTown={(town) => towns.push(town)} />);
  const field = container.querySelector<HTMLInputElement>("input[role=combobox]");
  if (field === null) throw new Error("there is no field");
  await act(async () => {
    field.focus();
    // as React sees it typed: its own setter would hide the change
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return { towns, field };
}

const answer = () => act(async () => void (await vi.runAllTimersAsync()));

test("a town that was clearly meant is chosen once it arrives, if the user has left the field", async () => {
  const { towns, field } = await typeTown("hamburg");
  await act(async () => field.blur());
  expect(towns.at(-1)?.id).toBe("");
  await answer();
  expect(towns.at(-1)).toMatchObject({ id: "7" });
});

test("as long as the user types no town is chosen; leaving the field chooses the one that was meant", async () => {
  const { towns, field } = await typeTown("hamburg");
  await answer();
  expect(towns.at(-1)?.id).toBe("");
  await act(async () => field.blur());
  expect(towns.at(-1)).toMatchObject({ id: "7" });
});
