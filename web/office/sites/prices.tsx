import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { getStaffSite, type ShownSite, type SiteChange } from "#contract/staff-sites.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { useEditListener, useFieldError } from "#web/ui/form-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/prices.ts";
import { SaveButtons, useSiteChange } from "./save-buttons.tsx";
import { numberOf } from "./setting-value.ts";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getStaffSite, { query: readAskedSite(request) });
}

function AddCountry({ onAdd }: { onAdd: (country: string) => void }) {
  const t = useTexts("staff-sites");
  const [code, setCode] = useState("");
  const isCode = /^[A-Z]{2}$/.test(code);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-60">
        <TextField
          name="new_country"
          label={t("prices.new_country")}
          maxLength={2}
          value={code}
          onChange={(event) => setCode(event.target.value.toUpperCase())}
        />
      </div>
      <Button
        look="outline"
        className="mb-5"
        disabled={!isCode}
        onClick={() => {
          onAdd(code);
          setCode("");
        }}
      >
        {t("prices.add_country")}
      </Button>
    </div>
  );
}

/** Edits what a site sells, by country. */
export default function Prices({ loaderData: site }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const [added, setAdded] = useState<readonly string[]>([]);
  const savedCountries = site.bundles.map(({ country }) => country ?? "elsewhere");
  const countries = [...savedCountries, ...added.filter((code) => !savedCountries.includes(code))];
  return (
    <SiteFrame sites={site.sites} site={site.key}>
      <p className="mb-5 max-w-prose text-muted">{t("prices.intro")}</p>
      {site.unusual.length === 0 ? null : (
        <div className="mb-5 max-w-3xl">
          <Notice tone="warning">
            {site.unusual.map((task) => (
              <p key={task}>{t(`open.${task}`)}</p>
            ))}
          </Notice>
        </div>
      )}
      <div className="mb-5 grid items-start gap-5 md:grid-cols-2" key={site.key}>
        {countries.map((country) => (
          <MarketForm key={country} site={site} country={country} />
        ))}
      </div>
      <AddCountry onAdd={(code) => setAdded([...added, code])} />
    </SiteFrame>
  );
}

type Market = { currency: string; vat_percent: number; prices: Record<string, number> };

const findMarket = (site: ShownSite, country: string): Market | undefined => {
  const market = site.bundles.find((each) => (each.country ?? "elsewhere") === country);
  return market && { currency: market.currency, vat_percent: market.vat_percent, prices: market.prices };
};

/** The bundles that are typed; a row without credits is left out. */
function readMarket(typed: Typed, rows: readonly number[]): SiteChange["after"] {
  const prices: Record<string, number> = {};
  for (const row of rows) {
    const credits = (typed[`credits.${row}`] ?? "").trim();
    const price = numberOf((typed[`price.${row}`] ?? "").trim());
    // a price that is not a number becomes 0, which the server rejects
    if (credits !== "") prices[credits] = typeof price === "number" ? price : 0;
  }
  const vat = numberOf((typed.vat_percent ?? "").trim());
  const currency = (typed.currency ?? "").trim().toUpperCase();
  return { currency, vat_percent: typeof vat === "number" ? vat : -1, prices };
}

function MarketFields({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div onChange={useEditListener(name)}>
      <div className="mb-4">
        <FieldError id={name}>{useFieldError(name)}</FieldError>
      </div>
      {children}
    </div>
  );
}

function PriceRow({
  row,
  credits,
  price,
  currency,
}: {
  row: number;
  credits: string;
  price: string;
  currency: string;
}) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const [typed, setTyped] = useState(price);
  const minor = numberOf(typed.trim());
  const isMoney = typeof minor === "number" && Number.isInteger(minor) && /^[A-Z]{3}$/.test(currency);
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField name={`credits.${row}`} label={t("prices.credits")} inputMode="numeric" defaultValue={credits} />
      <TextField
        name={`price.${row}`}
        label={t("prices.price")}
        note={isMoney ? format.money(minor, currency) : undefined}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

function MarketForm({ site, country }: { site: ShownSite; country: string }) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const change = useSiteChange(site, (fresh) => findMarket(fresh, country));
  const { seen, round, save, reload, pending, failure } = change;
  const savedPrices = Object.entries(seen?.prices ?? {});
  const [addedRows, setAddedRows] = useState(seen ? 0 : 1);
  const rows = Array.from({ length: savedPrices.length + addedRows }, (_, index) => index);
  const name = `bundles.${country}`;
  const title = country === "elsewhere" ? t("prices.elsewhere") : format.country(country);
  const send = async (after: SiteChange["after"]) => {
    if (await save([{ name, before: seen, after }])) setAddedRows(0);
  };
  const credits = savedPrices.map(([amount]) => amount).join(", ");
  return (
    <details className="surface-card p-4 md:p-5" open={seen === undefined}>
      <summary className="min-h-11 cursor-pointer py-2">
        <h2 className="inline text-xl">{title}</h2>
        {seen ? (
          <span className="block text-muted text-sm">
            {seen.currency} · {t("prices.credits")}: {credits}
          </span>
        ) : null}
      </summary>
      <CallForm key={round} className="mt-3" failure={failure} onSubmit={(typed) => send(readMarket(typed, rows))}>
        <MarketFields name={name}>
          <div className="grid grid-cols-2 gap-3">
            <TextField
              name="currency"
              label={t("prices.currency")}
              maxLength={3}
              defaultValue={seen?.currency ?? "EUR"}
            />
            <TextField
              name="vat_percent"
              label={t("prices.vat")}
              inputMode="decimal"
              defaultValue={seen ? String(seen.vat_percent) : ""}
            />
          </div>
          {rows.map((row) => {
            const [credits = "", price = ""] = savedPrices[row] ?? [];
            return (
              <PriceRow
                key={row}
                row={row}
                credits={credits}
                price={String(price)}
                currency={seen?.currency ?? "EUR"}
              />
            );
          })}
        </MarketFields>
        <Button look="quiet" className="-mt-2 mb-4" onClick={() => setAddedRows(addedRows + 1)}>
          <Plus aria-hidden className="size-5" />
          {t("prices.more")}
        </Button>
        <SaveButtons pending={pending} failure={failure} reload={reload} />
        {seen && site.bundles.length > 1 ? (
          <Button look="quiet" className="mt-3" onClick={() => send(undefined)}>
            {t("prices.remove")}
          </Button>
        ) : null}
      </CallForm>
    </details>
  );
}
