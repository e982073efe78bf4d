// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { emitPopState, loadAfterOverlays } from "#web/lib/pop-state.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Dialog } from "./dialog.tsx";

/** A browser's Back from the entry of a dialog to the page's own. */
async function goBack() {
  history.replaceState({ idx: 0 }, "");
  await act(async () => emitPopState());
}

/** A dialog that another one replaces once its text is clicked. */
function Announced({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useState("A new like");
  return (
    <Dialog key={title} open title={title} onClose={onClose}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressed by the test alone */}
      <p onClick={() => setTitle("It's a match")}>You like each other</p>
    </Dialog>
  );
}

/** A dialog that is gone once its text is clicked. */
function Leaving() {
  const [open, setOpen] = useState(true);
  return open ? (
    <Dialog open title="Leave?" onClose={() => {}}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressed by the test alone */}
      <p onClick={() => setOpen(false)}>Unsaved</p>
    </Dialog>
  ) : null;
}

const openDialogs = () => (history.state?.overlays ?? []).length;

test("quality: Back closes each dialog, because an open one is an entry of the history by itself", async () => {
  history.replaceState({ idx: 0 }, "");
  const onClose = vi.fn();
  await renderPage(
    <Dialog open title="It's a match" onClose={onClose}>
      <p>You like each other</p>
    </Dialog>,
  );
  expect([openDialogs(), onClose.mock.calls.length]).toEqual([1, 0]);
  await goBack();
  expect(onClose).toHaveBeenCalledOnce();
});

test("quality: Back does not close a dialog while something in it is being sent", async () => {
  history.replaceState({ idx: 0 }, "");
  const onClose = vi.fn();
  await renderPage(
    <Dialog open locked title="Block" onClose={onClose}>
      <p>One moment</p>
    </Dialog>,
  );
  await goBack();
  expect([openDialogs(), onClose.mock.calls.length]).toEqual([1, 0]);
});

test("quality: a dialog that takes another's place stays open while the browser goes back from the other's entry", async () => {
  history.replaceState({ idx: 0 }, "");
  const go = vi.spyOn(history, "go").mockImplementation(() => {});
  onTestFinished(() => go.mockRestore());
  const onClose = vi.fn();
  await renderPage(<Announced onClose={onClose} />);
  await act(async () => document.querySelector("p")?.click());
  expect([go.mock.calls, openDialogs()]).toEqual([[[-1]], 1]);
  await goBack();
  expect([openDialogs(), onClose.mock.calls.length]).toEqual([1, 0]);
  await goBack();
  expect([openDialogs(), onClose.mock.calls.length]).toEqual([0, 1]);
});

test("quality: a dialog of an overlay adds no second entry", async () => {
  history.replaceState({ idx: 0 }, "");
  await renderPage(
    <Dialog open hasEntry title="Filters" onClose={() => {}}>
      <p>Filters</p>
    </Dialog>,
  );
  expect(openDialogs()).toBe(0);
});

test("quality: a page that a dialog leads to comes once the browser has gone back from the dialog's entry", async () => {
  history.replaceState({ idx: 0 }, "");
  const go = vi.spyOn(history, "go").mockImplementation(() => {});
  onTestFinished(() => go.mockRestore());
  await renderPage(<Leaving />);
  await act(async () => document.querySelector("p")?.click());
  const steps: string[] = [];
  const next = loadAfterOverlays(null, async () => void steps.push("loaded")).then(() => steps.push("next page"));
  await expect.poll(() => steps).toEqual(["loaded"]);
  steps.push("gone back");
  await goBack();
  await next;
  expect(steps).toEqual(["loaded", "gone back", "next page"]);
});
