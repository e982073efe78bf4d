// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { emitPopState } from "#web/lib/pop-state.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Dialog } from "./dialog.tsx";

/** A browser's Back from the entry of a dialog to the page's own. */
async function goBack() {
  history.replaceState({ idx: 0 }, "");
  await act(async () => emitPopState());
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

test("quality: a dialog of an overlay adds no second entry", async () => {
  history.replaceState({ idx: 0 }, "");
  await renderPage(
    <Dialog open hasEntry title="Filters" onClose={() => {}}>
      <p>Filters</p>
    </Dialog>,
  );
  expect(openDialogs()).toBe(0);
});
