// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { FittingReplies, misfitIn, repliesFor, SavedReplies } from "./saved-replies.tsx";

const reply = (title: string) => ({ title, text: `${title}, in words`, id: null });

/** Two items one after the other, as a queue shows them. */
function Items() {
  const [at, setAt] = useState(0);
  const [words, setWords] = useState("");
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
      <output>{words}</output>
      <SavedReplies
        label="Reported member"
        replies={at === 0 ? [] : [reply("Tone")]}
        groups={[{ label: "Reporter", replies: at === 0 ? [] : [reply("No rule broken")] }]}
        last={at === 0 ? null : { name: "Ben", words: "He only said no.", language: "nl" }}
        language={at === 2 ? "fi" : "nl"}
        words={words}
        onChange={(part) => setWords(part.words)}
      />
    </>
  );
}

test("R2.01 a reply that fits the letter by its words stands at hand, and not in the list as well", async () => {
  const replies = [reply("Tone"), { ...reply("Switch emails off"), fits: true }];
  const words: string[] = [];
  const { container } = await renderPage(
    <>
      <FittingReplies replies={replies} words="Hello" onChange={(part) => words.push(part.words)} />
      <SavedReplies replies={replies} words="Hello" onChange={(part) => words.push(part.words)} />
    </>,
  );
  const [first, ...listed] = container.querySelectorAll("button");
  expect(first?.closest("details")).toBeNull();
  expect(first?.textContent).toBe("Switch emails off");
  expect(listed.map(({ textContent }) => textContent)).toEqual(["Tone"]);
  await act(async () => first?.click());
  expect(words).toEqual(["Hello\n\nSwitch emails off, in words"]);
});

test("R13.06 the reply that explains the chosen reason stands at hand", async () => {
  const replies = [
    { ...reply("Hatred"), grounds: ["hatred" as const] },
    { ...reply("Money"), grounds: ["scam" as const] },
  ];
  const handy = async (ground: "scam" | "") => {
    const { container } = await renderPage(
      <FittingReplies replies={repliesFor(ground, replies)} words="" onChange={() => {}} />,
    );
    return [...container.querySelectorAll("button")].map(({ textContent }) => textContent);
  };
  expect([await handy("scam"), await handy("")]).toEqual([["Money"], []]);
});

test("R13.06 a reply that explains another reason than the chosen one brings its reason along", async () => {
  const written: unknown[] = [];
  const contacts = { ...reply("Contacts"), grounds: ["contact_details" as const, "advertising" as const] };
  const replies = repliesFor("advertising", [{ ...reply("Hatred"), grounds: ["hatred"] }, reply("Tone"), contacts]);
  const field = { replies, words: "", onChange: (part: unknown) => written.push(part) };
  const { container } = await renderPage(
    <>
      <SavedReplies {...field} />
      <FittingReplies {...field} />
    </>,
  );
  for (const button of container.querySelectorAll("button")) await act(async () => button.click());
  expect(written).toEqual([
    { words: "Hatred, in words", ground: "hatred" },
    { words: "Tone, in words" },
    { words: "Contacts, in words" },
  ]);
});

test("R13.06 words with a reply that a verdict contradicts are known, also among others", () => {
  const stands = { ...reply("The decision stands"), not_with: ["upheld"] };
  const words = `Hello.\n\n${stands.text}\n\nGoodbye.`;
  expect(misfitIn(words, [reply("Tone"), stands], "upheld")).toBe(stands);
  expect(misfitIn(words, [stands], "rejected")).toBeUndefined();
  expect(misfitIn("Hello.", [stands], "upheld")).toBeUndefined();
});

test("D11.2 each item has its own saved replies, by who reads them, and the words of the decision before it", async () => {
  const { container } = await renderPage(<Items />);
  const press = (label: string) =>
    act(async () => [...container.querySelectorAll("button")].find((one) => one.textContent === label)?.click());
  expect(container.querySelector("details")).toBeNull();
  await press("Next");
  const labels = [...container.querySelectorAll("details p:first-child, details button")];
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    "Reported member",
    "As for Ben",
    "Tone",
    "Reporter",
    "No rule broken",
  ]);
  await press("As for Ben");
  await press("No rule broken");
  expect(container.querySelector("output")?.textContent).toBe("He only said no.\n\nNo rule broken, in words");
  // in another language the words before are of no use
  await press("Next");
  expect([...container.querySelectorAll("details button")].map(({ textContent }) => textContent)).toEqual([
    "Tone",
    "No rule broken",
  ]);
});
