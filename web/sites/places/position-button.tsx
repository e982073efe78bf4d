import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { geocode } from "#contract/places.ts";
import { call } from "#web/lib/call.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { type ChosenTown, townLabel } from "./towns.ts";
import { askPosition, type PositionFailure, usePositionPermission } from "./use-position.ts";

type Search = "none" | "searching" | "found" | "nowhere" | "elsewhere" | "failed" | PositionFailure;

/** Finds the town from the device's position, within the tap; each outcome has its text. */
export function UsePosition({ onTown }: { onTown: (town: ChosenTown, country: string) => void }) {
  const { countries } = useSettings();
  const t = useTexts("account");
  const permission = usePositionPermission();
  const [search, setSearch] = useState<Search>("none");
  const find = async () => {
    setSearch("searching");
    try {
      const { lat, lon } = await askPosition();
      const { city } = await call(geocode, { query: { lat: lat.toFixed(2), lon: lon.toFixed(2) } });
      const outcome = city === null ? "nowhere" : countries.includes(city.country) ? "found" : "elsewhere";
      if (city && outcome === "found") onTown({ id: String(city.city_id), label: townLabel(city) }, city.country);
      setSearch(outcome);
    } catch (why) {
      setSearch(why === "denied" || why === "not_found" ? why : "failed");
    }
  };
  const outcome = search === "none" && permission === "denied" ? "denied" : search;
  if (permission === "unsupported")
    return <p className="mb-5 text-muted noscript:hidden">{t("location.unsupported")}</p>;
  return (
    <div className="mb-5 noscript:hidden">
      <Button look="outline" size="large" wide pending={search === "searching"} onClick={find}>
        <LocateFixed aria-hidden className="size-5 shrink-0" />
        {t("location.use")}
      </Button>
      <div role="status">
        <p className="field-note">
          {outcome === "none"
            ? t(permission === "granted" ? "location.granted" : "location.asks")
            : t(`location.${outcome}`)}
        </p>
      </div>
    </div>
  );
}
