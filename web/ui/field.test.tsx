// @vitest-environment happy-dom
import { act, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { createBrowserFormats, FormatsProvider } from "#web/lib/page-formats.ts";
import { textParts } from "#web/lib/text-parts.ts";
import { loadTexts, TextsProvider } from "#web/lib/texts.tsx";
import { SelectField } from "./select-field.tsx";
import { TextArea } from "./text-field.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const options = ["warned", "muted"].map((value) => ({ value, label: value }));

function Measure() {
  const [measure, setMeasure] = useState("warned");
  const [words, setWords] = useState("");
  return (
    <>
      <SelectField
        name="measure"
        label="Measure"
        options={options}
        value={measure}
        onChange={({ target }) => setMeasure(target.value)}
      />
      <TextArea name="words" label="Words" value={words} onChange={({ target }) => setWords(target.value)} />
      <button type="button">{`${measure}: ${words}`}</button>
    </>
  );
}

test.for([
  ["muted", "You insulted Bert.", "muted: You insulted Bert."],
  ["warned", "", "warned: "],
])("quality: what was chosen and typed before hydration counts: %s %s", async ([measure, words, label]) => {
  const page = (
    <TextsProvider value={await loadTexts("en", textParts)}>
      <FormatsProvider value={createBrowserFormats("en")}>
        <Measure />
      </FormatsProvider>
    </TextsProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page);
  const [select, area] = [container.querySelector("select"), container.querySelector("textarea")];
  if (!select || !area) throw new Error("no fields");
  select.value = measure ?? "";
  area.value = words ?? "";
  const root = await act(async () => hydrateRoot(container, page));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  expect([container.querySelector("button")?.textContent, select.value, area.value]).toEqual([label, measure, words]);
});
