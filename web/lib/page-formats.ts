import { createContext, use } from "react";
import type { Language } from "#contract/constants.ts";
import type { FormatOnce } from "#contract/translate.ts";
import { createFormat, type Format } from "./format.ts";

/**
 * The formats of one page. The server sends each text that it formatted with the page, and hydration takes it from
 * there (0078): the first use of `Intl` takes a phone 50 to 150 ms.
 */
export type PageFormats = { formatOnce: FormatOnce; formatIn: (timeZone: string) => Format };

const elementId = "formatted-texts";
/** Texts that change as time passes, such as "yesterday", are taken from a page for so many milliseconds. */
const freshForMs = 60_000;
const created = new Map<string, Format>();

/** A format of the process: creating one takes long, and each page needs it. */
function getSharedFormat(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  let format = created.get(key);
  if (format === undefined) {
    if (created.size > 500) created.clear();
    format = createFormat(language, timeZone);
    created.set(key, format);
  }
  return format;
}

/** A format that asks `formatOnce` first, or `formatFresh` for a text that changes as time passes. */
function addLookUps(
  format: Format,
  timeZone: string,
  { formatOnce, formatFresh }: Record<"formatOnce" | "formatFresh", FormatOnce>,
): Format {
  const lookUp =
    <Values extends (string | number)[]>(name: string, make: (...values: Values) => string, ask = formatOnce) =>
    (...values: Values) =>
      ask([name, ...values].join(" "), () => make(...values));
  return {
    ...format,
    date: lookUp(`date ${timeZone}`, format.date),
    time: lookUp(`time ${timeZone}`, format.time),
    deadline: lookUp(`deadline ${timeZone}`, format.deadline),
    day: lookUp(`day ${timeZone}`, format.day, formatFresh),
    when: lookUp(`when ${timeZone}`, format.when, formatFresh),
    ago: lookUp("ago", format.ago, formatFresh),
    calendarDay: lookUp("calendarDay", format.calendarDay),
    dateOrder: lookUp("dateOrder", format.dateOrder),
    number: lookUp("number", format.number),
    signed: lookUp("signed", format.signed),
    percent: lookUp("percent", format.percent),
    money: lookUp("money", format.money),
    size: lookUp("size", format.size),
    distance: lookUp("distance", format.distance),
    duration: lookUp("duration", format.duration),
    country: lookUp("country", format.country),
    language: lookUp("language", format.language),
    sortByName: (items, nameOf) => {
      const names = items.map(nameOf);
      const order = formatOnce(`order ${names.join("\n")}`, () =>
        format.sortByName([...names.keys()], (index) => names[index] ?? "").join(" "),
      );
      return order.split(" ").flatMap((index) => items[Number(index)] ?? []);
    },
    list: (items) => formatOnce(`list ${items.join("\n")}`, () => format.list(items)),
  };
}

function createPageFormats(language: Language, formatOnce: FormatOnce, formatFresh: FormatOnce): PageFormats {
  const formats = new Map<string, Format>();
  const formatIn = (timeZone: string) => {
    const shared = getSharedFormat(language, timeZone);
    const format = formats.get(timeZone) ?? addLookUps(shared, timeZone, { formatOnce, formatFresh });
    formats.set(timeZone, format);
    return format;
  };
  return { formatOnce, formatIn };
}

export function createServerFormats(language: Language): { formats: PageFormats; renderElement: () => string } {
  const texts = new Map<string, string>();
  const formatOnce: FormatOnce = (key, format) => {
    const text = texts.get(key) ?? format();
    texts.set(key, text);
    return text;
  };
  return {
    formats: createPageFormats(language, formatOnce, formatOnce),
    renderElement: () => renderPageData(elementId, [...texts]),
  };
}

export function createBrowserFormats(language: Language): PageFormats {
  const texts = new Map((takePageData(elementId) ?? []) as [string, string][]);
  const formatOnce: FormatOnce = (key, format) => texts.get(key) ?? format();
  return createPageFormats(language, formatOnce, (key, format) =>
    performance.now() < freshForMs ? formatOnce(key, format) : format(),
  );
}

const FormatsContext = createContext<PageFormats | null>(null);
export const FormatsProvider = FormatsContext.Provider;

export function usePageFormats(): PageFormats {
  const formats = use(FormatsContext);
  if (formats === null) throw new Error("this component is not inside a FormatsProvider");
  return formats;
}

/** Renders, on the server, an element that brings data with the page. The browser runs no script of this type. */
export function renderPageData(id: string, data: unknown): string {
  // inside a script element, `<` could end it
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Takes that data out of the page before hydration, as React did not render it. Undefined if there is none. */
export function takePageData(id: string): unknown {
  const element = document.getElementById(id);
  element?.remove();
  return element?.textContent ? JSON.parse(element.textContent) : undefined;
}
