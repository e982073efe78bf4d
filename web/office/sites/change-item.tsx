import { Undo2 } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { GiftCode } from "#contract/attachments.ts";
import type { ShownChange, SiteValue } from "#contract/staff-sites.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { SettingName } from "./setting-field.tsx";
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

function Value({ value }: { value: SiteValue | undefined }) {
  const t = useTexts("staff-sites");
  const words = useWords();
  if (value === undefined || value === "") return <em>{t(value === undefined ? "history.default" : "empty")}</em>;
  const text = words(value);
  return <code className="wrap-anywhere">{text.length > 300 ? `${text.slice(0, 300)}…` : text}</code>;
}

/** One change: who, when, each value before and after, and the button that takes it back. */
export function ChangeItem({ site, change }: { site: string; change: ShownChange }) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const { formData } = useNavigation();
  const { id, at, staff, changes, undoes, undone } = change;
  const names = changes.map(({ name, label }) => label ?? name).join(", ");
  return (
    <li className="surface-card p-4 md:p-5">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="text-sm">
          <span className="font-semibold">{staff ?? t("history.command")}</span>
          {" · "}
          <time dateTime={at}>
            {format.date(at)}, {format.time(at)}
          </time>
          {undoes ? ` · ${t("history.undid")}` : ""}
        </p>
        {undone ? <p className="ms-auto text-muted text-sm">{t("history.undone")}</p> : null}
      </div>
      <dl className="grid gap-2 text-sm">
        {changes.map(({ name, label, before, after }) => (
          <div key={name} className="min-w-0">
            <dt className="font-semibold">
              {label === null ? <span className="break-all">{name}</span> : <SettingName name={name} label={label} />}
            </dt>
            <dd>
              <Value value={before} /> <span aria-hidden>→</span>
              <span className="sr-only">{t("history.becomes")}</span> <Value value={after} />
            </dd>
          </div>
        ))}
      </dl>
      {undone ? null : (
        <Form method="post" className="mt-3">
          <input type="hidden" name="site" value={site} />
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            look="outline"
            pending={formData?.get("id") === id}
            aria-label={t("history.undo_named", { names })}
          >
            <Undo2 aria-hidden className="size-5" />
            {t("history.undo")}
          </Button>
        </Form>
      )}
    </li>
  );
}
