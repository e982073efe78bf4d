import { createContext, use } from "react";
import type { Language } from "#contract/constants.ts";
import { createFormat, type Format } from "./format.ts";

/** Returns the text that the page already has for `key`, or the one that `format` makes. */
export type FormattedText = (key: string, format: () => string) => string;

/**
 * The formats of one page. The server sends each text that it formatted with the page, and hydration takes it from
 * there (0078): the first use of `Intl` takes a phone 50 to 150 ms.
 */
export type PageFormats = {
  textOf: FormattedText;
  /** The formats of the page's language in a time zone. */
  formatIn: (timeZone: string) => Format;
};

/** The element with what the server formatted. The browser runs no script of this type. */
const elementId = "formatted-texts";
/** Texts that change as time passes, such as "yesterday", are taken from a page for so many milliseconds. */
const freshForMs = 60_000;
const created = new Map<string, Format>();

/** A format of the process: creating one takes long, and each page needs it. */
function sharedFormat(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  let format = created.get(key);
  if (format === undefined) {
    if (created.size > 500) created.clear();
    format = createFormat(language, timeZone);
    created.set(key, format);
  }
  return format;
}

/** A format that asks `textOf` first, or `freshTextOf` for a text that changes as time passes. */
function lookedUp(
  format: Format,
  timeZone: string,
  { textOf, freshTextOf }: Record<"textOf" | "freshTextOf", FormattedText>,
): Format {
  const first =
    <Values extends (string | number)[]>(name: string, make: (...values: Values) => string, ask = textOf) =>
    (...values: Values) =>
      ask([name, ...values].join(" "), () => make(...values));
  return {
    ...format,
    date: first(`date ${timeZone}`, format.date),
    time: first(`time ${timeZone}`, format.time),
    day: first(`day ${timeZone}`, format.day, freshTextOf),
    when: first(`when ${timeZone}`, format.when, freshTextOf),
    ago: first("ago", format.ago, freshTextOf),
    calendarDay: first("calendarDay", format.calendarDay),
    dateOrder: first("dateOrder", format.dateOrder),
    number: first("number", format.number),
    signed: first("signed", format.signed),
    percent: first("percent", format.percent),
    money: first("money", format.money),
    size: first("size", format.size),
    distance: first("distance", format.distance),
    duration: first("duration", format.duration),
    milliseconds: first("milliseconds", format.milliseconds),
    country: first("country", format.country),
    list: (items) => textOf(`list ${items.join("\n")}`, () => format.list(items)),
  };
}

function createPageFormats(language: Language, textOf: FormattedText, freshTextOf: FormattedText): PageFormats {
  const formats = new Map<string, Format>();
  const formatIn = (timeZone: string) => {
    const shared = sharedFormat(language, timeZone);
    const format = formats.get(timeZone) ?? lookedUp(shared, timeZone, { textOf, freshTextOf });
    formats.set(timeZone, format);
    return format;
  };
  return { textOf, formatIn };
}

/** On the server: the formats of one page, and the element that sends what they formatted. */
export function recordedFormats(language: Language): { formats: PageFormats; toElement: () => string } {
  const texts = new Map<string, string>();
  const textOf: FormattedText = (key, format) => {
    const text = texts.get(key) ?? format();
    texts.set(key, text);
    return text;
  };
  return {
    formats: createPageFormats(language, textOf, textOf),
    toElement: () => {
      // inside a script element, `<` could end it
      const json = JSON.stringify([...texts]).replaceAll("<", "\\u003c");
      return `<script type="application/json" id="${elementId}">${json}</script>`;
    },
  };
}

/** In the browser, before hydration: the formats of the page, which take the texts that the server sent. */
export function sentFormats(language: Language): PageFormats {
  const element = document.getElementById(elementId);
  const texts = new Map<string, string>(element?.textContent ? JSON.parse(element.textContent) : []);
  // React did not render it
  element?.remove();
  const textOf: FormattedText = (key, format) => texts.get(key) ?? format();
  return createPageFormats(language, textOf, (key, format) =>
    performance.now() < freshForMs ? textOf(key, format) : format(),
  );
}

const FormatsContext = createContext<PageFormats | null>(null);
export const FormatsProvider = FormatsContext.Provider;

export function usePageFormats(): PageFormats {
  const formats = use(FormatsContext);
  if (formats === null) throw new Error("this component is not inside a FormatsProvider");
  return formats;
}
