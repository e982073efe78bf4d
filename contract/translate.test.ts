import { expect, test } from "vitest";
import { languages } from "./constants.ts";
import { pluralOf, translate } from "./translate.ts";

const en = {
  hello: "Hello {name}",
  unread_one: "{count} unread message",
  unread_other: "{count} unread messages",
  menu: { open: "Open" },
};
const pl = {
  unread_one: "{count} wiadomość",
  unread_few: "{count} wiadomości",
  unread_many: "{count} wiadomości!",
  unread_other: "x",
};

test("a text is found by its key, one level deep too, and its values are inserted unchanged", () => {
  expect(translate("en", en, "hello", { name: "<b>Eva</b> {count}" })).toBe("Hello <b>Eva</b> {count}");
  expect(translate("en", en, "menu.open")).toBe("Open");
});

test("plurals and the form of numbers follow the language", () => {
  expect([0, 1, 2, 12_345].map((count) => translate("en", en, "unread", { count }))).toEqual([
    "0 unread messages",
    "1 unread message",
    "2 unread messages",
    "12,345 unread messages",
  ]);
  expect([1, 3, 5, 22].map((count) => translate("pl", pl, "unread", { count }))).toEqual([
    "1 wiadomość",
    "3 wiadomości",
    "5 wiadomości!",
    "22 wiadomości",
  ]);
});

test.for(languages)("%s: the plural of each whole number is that of Intl.PluralRules", (language) => {
  const rules = new Intl.PluralRules(language);
  const small = Array.from({ length: 1_200 }, (_, count) => count);
  for (const count of [...small, -1, -3, 999_999, 1_000_000, 1_000_002, 2_000_000, 10_000_000]) {
    expect(pluralOf(language, count), String(count)).toBe(rules.select(count));
  }
});

test("a language may have a text of its own for women or men", () => {
  const es = { married: "Casado", married_female: "Casada", single: "Sin pareja" };
  const say = (key: string, gender: string) => translate("es", es, key, { gender });
  expect([say("married", "female"), say("married", "male"), say("married", "")]).toEqual([
    "Casada",
    "Casado",
    "Casado",
  ]);
  expect(say("single", "female")).toBe("Sin pareja");
});

test("a key without a text returns itself, and the placeholder of a missing value stays visible", () => {
  expect(translate("en", en, "menu.shut")).toBe("menu.shut");
  expect(translate("en", en, "hello", {})).toBe("Hello {name}");
});

test("a sentence that ends with a value like B.V. gets no second full stop", () => {
  const texts = { from: "From {company}.", both: "{company} and you." };
  expect(translate("en", texts, "from", { company: "Rendezvous B.V." })).toBe("From Rendezvous B.V.");
  expect(translate("en", texts, "from", { company: "Rendezvous" })).toBe("From Rendezvous.");
  expect(translate("en", texts, "both", { company: "Rendezvous B.V." })).toBe("Rendezvous B.V. and you.");
});
