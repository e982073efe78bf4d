import { useState } from "react";
import { getStaffSite } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/prices.ts";
import { MarketForm } from "./market-form.tsx";
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

/** D7.2: what a site sells, by country. */
export default function Prices({ loaderData: site }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const [added, setAdded] = useState<readonly string[]>([]);
  const known = site.bundles.map(({ country }) => country ?? "elsewhere");
  const countries = [...known, ...added.filter((code) => !known.includes(code))];
  return (
    <SiteFrame sites={site.sites} site={site.key}>
      <p className="mb-5 max-w-prose text-muted">{t("prices.intro")}</p>
      <div className="mb-5 grid items-start gap-5 md:grid-cols-2" key={site.key}>
        {countries.map((country) => (
          <MarketForm key={country} site={site} country={country} />
        ))}
      </div>
      <AddCountry onAdd={(code) => setAdded([...added, code])} />
    </SiteFrame>
  );
}
