// @vitest-environment happy-dom
import { act } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { emitPopState } from "#web/lib/pop-state.ts";
import { renderPage } from "#web/test-dom.tsx";
import { useRemoveDialog } from "./use-remove-dialog.tsx";

function Given({ onRemove, promiseWaits }: { onRemove: () => void; promiseWaits: boolean }) {
  const { entry, dialog } = useRemoveDialog({ name: "Robin", promiseWaits }, onRemove);
  return (
    <>
      <button type="button" onClick={entry.onSelect}>
        Entry
      </button>
      {dialog}
    </>
  );
}

/** The dialog's script is loaded when it opens. */
const settle = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 10_000 },
  );

async function given({ promiseWaits = false } = {}) {
  history.replaceState({ idx: 0 }, "");
  const go = vi.spyOn(history, "go").mockImplementation(() => {
    setTimeout(() =>
      act(() => {
        history.replaceState({ idx: 0 }, "");
        emitPopState();
      }),
    );
  });
  onTestFinished(() => go.mockRestore());
  const onRemove = vi.fn();
  await renderPage(<Given {...{ onRemove, promiseWaits }} />);
  const press = (words: string) =>
    act(async () =>
      [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.trim() === words)?.click(),
    );
  await press("Entry");
  await settle(() => expect(document.body.textContent).toContain("Robin keeps it"));
  return { onRemove, press };
}

test("R4.19 a chat is removed only after a question, which says who keeps it", async () => {
  const { onRemove, press } = await given();
  expect(onRemove).not.toHaveBeenCalled();
  await press("Remove chat");
  // it calls back once its entry has left the history
  await settle(() => expect(onRemove).toHaveBeenCalledOnce());
  expect(history.state.overlays ?? []).toEqual([]);
});

test("R10.01 R4.19 the question says that the credits of a first message that waits don't come back, and of no other", async () => {
  const lost = "its credits don’t come back";
  await given();
  expect(document.body.textContent).not.toContain(lost);
  document.body.replaceChildren();
  await given({ promiseWaits: true });
  expect(document.body.textContent).toContain(lost);
});

test("R4.19 a chat is kept if the member says so", async () => {
  const { onRemove, press } = await given();
  await press("Keep it");
  await settle(() => expect(document.querySelector("dialog")).toBeNull());
  expect(onRemove).not.toHaveBeenCalled();
});
