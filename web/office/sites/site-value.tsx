import type { GiftCode } from "#contract/attachments.ts";
import type { SiteValue } from "#contract/staff-sites.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { offerOf } from "./setting-value.ts";

type Bundles = Extract<SiteValue, { vat_percent: number }>;

/** Bundles have their prices in an object, gifts have a number each. */
const isBundles = (value: object): value is Bundles => "prices" in value && typeof value.prices === "object";

/** A value as one line: a list with commas, bundles with their prices, gifts with their factors. */
function useWords(): (value: SiteValue) => string {
  const format = useFormat();
  const gifts = useTexts("gifts");
  return (value) => {
    if (Array.isArray(value))
      return value.map((item) => (typeof item === "string" ? item : JSON.stringify(item))).join(", ");
    if (typeof value !== "object") return String(value);
    if ("id" in value) return String(value.name);
    if ("body" in value) return `${value.title}: ${value.body}`;
    if (!isBundles(value))
      return Object.entries(offerOf(value))
        .map(([gift, factor]) => `${gifts(`name.${gift as GiftCode}`)} × ${factor}`)
        .join(", ");
    const prices = Object.entries(value.prices).map(
      ([credits, minor]) => `${credits}: ${format.money(minor, value.currency)}`,
    );
    return `${prices.join(", ")} (${format.percent(value.vat_percent / 100)})`;
  };
}

/** A value of a site in words. */
export function Value({ value }: { value: SiteValue | undefined }) {
  const t = useTexts("staff-sites");
  const words = useWords();
  if (value === undefined || value === "") return <em>{t(value === undefined ? "history.default" : "empty")}</em>;
  const text = words(value);
  return <code className="wrap-anywhere">{text.length > 300 ? `${text.slice(0, 300)}…` : text}</code>;
}
