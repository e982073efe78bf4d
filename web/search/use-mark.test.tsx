// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Mark } from "#contract/marks.ts";
import { renderHook, renderPage } from "#web/test-dom.tsx";
import { PrivateMark } from "./private-mark.tsx";
import { useHideEntry, useMark } from "./use-mark.tsx";

const ben = { id: "3f0c0b0e-6c4f-4d0e-9c39-6a3b8f0c1d2e", name: "Ben" };
let bodies: unknown[] = [];

beforeEach(() => {
  bodies = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    const { kind, note } = JSON.parse(body);
    bodies.push({ kind, note });
    return Response.json({ mark: kind === "none" ? null : { kind, note } });
  });
});
async function menuOf(loaded: Mark | null) {
  const { current } = await renderHook(() => {
    const marking = useMark(ben, loaded);
    return { mark: marking.mark, entry: useHideEntry(marking) };
  });
  const choose = () => act(async () => current().entry.onSelect?.());
  return { current, choose };
}

test('R11.05 "Not for me" in the profile\'s menu keeps the note of a bookmark, and its undo brings both back', async () => {
  const saved: Mark = { kind: "saved", note: "Met at the climbing hall" };
  const { current, choose } = await menuOf(saved);
  expect(current().entry.label).toBe("Not for me");
  await choose();
  await expect.poll(() => current().mark).toEqual({ ...saved, kind: "hidden" });
  expect(current().entry.label).toBe("Not for me: Undo");
  await choose();
  await expect.poll(() => current().mark).toEqual(saved);
  expect(bodies).toEqual([{ ...saved, kind: "hidden" }, saved]);
});

test('R11.05 the menu ends "not for me" of an earlier day', async () => {
  const { current, choose } = await menuOf({ kind: "hidden", note: "" });
  await choose();
  await expect.poll(() => current().mark).toBeNull();
  expect(bodies).toEqual([{ kind: "none", note: "" }]);
});

function Own({ note }: { note: string }) {
  return <PrivateMark marking={useMark(ben, { kind: "saved", note })} />;
}

test("R9.01 R11.05 a note that was refused without scripts is still in its field", async () => {
  const failure = { code: "invalid_input", message: "", fields: { note: "This is too long." } };
  const typed = { call: "setMark", id: ben.id, kind: "saved", note: "Met at the climbing hall, and …" };
  const { container } = await renderPage(<Own note="Met" />, { posted: { answer: null, failure, typed } });
  expect(container.querySelector("textarea")?.value).toBe(typed.note);
  const saved = await renderPage(<Own note="Met" />, { posted: { answer: null, failure: null, typed } });
  expect(saved.container.querySelector("textarea")?.value).toBe("Met");
});
