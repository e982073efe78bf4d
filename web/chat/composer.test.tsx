// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Composer } from "./composer.tsx";
import { useRiskySend } from "./confirm-risky-send.tsx";
import { useDraft } from "./use-draft.ts";

beforeEach(() => void vi.stubGlobal("matchMedia", () => ({ matches: true })));
function Chat({ onSend }: { onSend: (text: string) => void }) {
  const draft = useDraft("anna", "ben");
  const riskySend = useRiskySend({ viewer: "anna", partner: "ben", first: false });
  const member = { id: "ben", name: "Ben", fictional: false, automatic: false };
  const none = { typed: undefined, question: undefined, reply: undefined, attach: null, children: null };
  const rest = { sendKey: "k1", credits: 0, autoFocus: false, offersCredits: true, onWriting() {}, ...none };
  return <Composer {...{ member, draft, riskySend, onSend }} {...rest} />;
}

test.for([
  { name: "Chrome", isComposing: true, keyCode: 13 },
  { name: "Safari, which has ended the composition before", isComposing: false, keyCode: 229 },
])("Enter that confirms a word of an input method sends nothing in $name", async ({ isComposing, keyCode }) => {
  const onSend = vi.fn();
  const settings = { message_length: 500, minimum_message_costs: {} } as Settings;
  const { container } = await renderPage(<Chat onSend={(text) => onSend(text)} />, { root: { settings } });
  const area = container.querySelector("textarea");
  if (area === null) throw new Error("the composer has no field");
  const press = (key: object) =>
    act(async () => {
      const init = { key: "Enter", bubbles: true, cancelable: true };
      const event = new KeyboardEvent("keydown", init);
      for (const [name, value] of Object.entries(key)) Object.defineProperty(event, name, { value });
      area.dispatchEvent(event);
    });
  await act(async () => {
    area.value = "にほん";
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await press({ isComposing, keyCode });
  expect(onSend).not.toHaveBeenCalled();
  await press({ isComposing: false, keyCode: 13 });
  expect(onSend).toHaveBeenCalledExactlyOnceWith("にほん");
});

test("R2.22 the emoji panel closes with a sent message: it would cover the answer", async () => {
  const settings = { message_length: 500, minimum_message_costs: {} } as Settings;
  const { container } = await renderPage(<Chat onSend={() => {}} />, { root: { settings } });
  const [area, opener] = [container.querySelector("textarea"), container.querySelector("[aria-expanded]")];
  if (area === null || !(opener instanceof HTMLButtonElement))
    throw new Error("the composer has no field or no opener");
  await act(async () => opener.click());
  expect(opener.getAttribute("aria-expanded")).toBe("true");
  await act(async () => {
    area.value = "Hello";
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => area.form?.requestSubmit());
  expect(opener.getAttribute("aria-expanded")).toBe("false");
});
