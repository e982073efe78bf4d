import { expect, test, vi } from "vitest";
import { translate } from "#contract/translate.ts";
import { createBrowserFormats, createServerFormats, type PageFormats } from "./page-formats.ts";

/** The page in the browser, with the element that the server sent. */
function openPage(element: string): PageFormats {
  const json = /<script[^>]*>(.*)<\/script>/.exec(element)?.[1];
  vi.stubGlobal("document", { getElementById: () => ({ textContent: json, remove: () => {} }) });
  return createBrowserFormats("nl");
}

function formatSome({ formatIn, formatOnce }: PageFormats): string[] {
  const format = formatIn("Europe/Amsterdam");
  return [
    format.money(1500, "JPY"),
    format.country("NL"),
    format.distance(12),
    format.list(["rood", "wit", "blauw"]),
    format.sortByName(["wit", "blauw", "rood"], (color) => color).join(" < "),
    format.date("2026-11-05T12:00:00Z"),
    translate("nl", { found_one: "{count} lid", found_other: "{count} leden" }, "found", { count: 12_000 }, formatOnce),
  ].map((text) => text.replace("\u00a0", " "));
}

test("performance: the browser shows what the server formatted, without formatting it again", () => {
  const { formats, renderElement } = createServerFormats("nl");
  const formatted = [
    "JP¥ 1.500",
    "Nederland",
    "12 km",
    "rood, wit en blauw",
    "blauw < rood < wit",
    "5 nov 2026",
    "12.000 leden",
  ];
  expect(formatSome(formats)).toEqual(formatted);
  const sent = renderElement()
    .replace("1.500", "sent")
    .replace('"Nederland"', '"sent"')
    .replace("12.000", "sent")
    .replace('"1 2 0"', '"0 2 1"');
  expect(formatSome(openPage(sent))).toEqual([
    "JP¥ sent",
    "sent",
    "12 km",
    "rood, wit en blauw",
    "wit < rood < blauw",
    "5 nov 2026",
    "sent leden",
  ]);
});

test("performance: what the server did not format, and times of another zone, the browser formats itself", () => {
  const { formats, renderElement } = createServerFormats("nl");
  formats.formatIn("UTC").time("2026-11-05T12:00:00Z");
  const { formatIn } = openPage(renderElement());
  expect(formatIn("UTC").country("FI")).toBe("Finland");
  expect(formatIn("Europe/Helsinki").time("2026-11-05T12:00:00Z")).toBe("14:00");
});

test("quality: a text that changes as time passes is the server's for a minute only", () => {
  const { formats, renderElement } = createServerFormats("nl");
  const minutesAgo = new Date(Date.now() - 5 * 60_000).toISOString();
  formats.formatIn("UTC").ago(minutesAgo);
  const format = openPage(renderElement().replace("5 minuten geleden", "sent")).formatIn("UTC");
  const sinceLoad = vi.spyOn(performance, "now").mockReturnValue(59_000);
  expect(format.ago(minutesAgo)).toBe("sent");
  sinceLoad.mockReturnValue(61_000);
  expect(format.ago(minutesAgo)).toBe("5 minuten geleden");
});

test("quality: no text ends the element that holds the texts", () => {
  const { formats, renderElement } = createServerFormats("nl");
  formats.formatOnce("list </script>", () => "</script><b>");
  expect(renderElement().match(/</g)).toHaveLength(2);
  expect(openPage(renderElement()).formatOnce("list </script>", () => "")).toBe("</script><b>");
});
