import { Check, MapPin } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { getCities } from "#contract/places.ts";
import { call } from "#web/lib/call.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useAnswer } from "#web/lib/use-answer.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError, FieldNote, useField } from "#web/ui/field.tsx";
import { type ChosenTown, findMeantTown, type Town, type TownElsewhere, townLabel, townQuery } from "./towns.ts";

const waitMs = 150;

type TownSearch = { towns: readonly Town[]; elsewhere: readonly TownElsewhere[] };
const nothing: TownSearch = { towns: [], elsewhere: [] };

/** The towns for what the user types. Until `settled` they may be those of an older text. */
function useTowns(country: string, typed: string, onFound: (towns: readonly Town[]) => void) {
  const query = townQuery(typed);
  const key = query === "" ? null : `${country} ${query}`;
  const search = async (signal: AbortSignal): Promise<TownSearch> => {
    const { cities: towns, elsewhere } = await call(getCities, { query: { country, text: query }, signal });
    if (!signal.aborted) onFound(towns);
    return { towns, elsewhere };
  };
  const latest = useAnswer(key, search, waitMs);
  const isShown = key !== null && latest?.key.startsWith(`${country} `) === true;
  return {
    ...((isShown && latest.answer) || nothing),
    settled: isShown && latest.key === key,
    failed: !latest?.answer,
  };
}

const scrollToNearest = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

type Props = {
  country: string;
  value: ChosenTown;
  note: string | undefined;
  /** Called on every change; `id` is empty while no town is chosen. */
  onChange: (town: ChosenTown) => void;
  onElsewhere: (town: ChosenTown, country: string) => void;
};

const listClass =
  "absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border border-line bg-card p-1.5 shadow-lift";
const optionClass = "min-h-11 cursor-pointer rounded-sm px-3 py-1.5 hover:bg-tint aria-selected:bg-tint";

/** Distinguishes a town from others of its name, and shows the other name of the town if that was typed. */
function TownNote({ town: { name, called, region_name: region } }: { town: Town }) {
  const t = useTexts("account");
  return (
    <>
      {called === null ? null : (
        <span className="block text-muted text-sm">{t("signup.town_called", { name: called })}</span>
      )}
      {region === "" || region === name ? null : <span className="block text-muted text-sm">{region}</span>}
    </>
  );
}

type ElsewhereProps = { country: string; towns: readonly TownElsewhere[]; onChoose: Props["onElsewhere"] };

/** Offers towns of that name in other countries, as the search covers one country at a time. */
function TownsElsewhere({ country, towns, onChoose }: ElsewhereProps) {
  const t = useTexts("account");
  const format = useFormat();
  return (
    <div className="mt-2">
      <p className="font-medium text-sm">{t("signup.town_elsewhere", { country: format.country(country) })}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {towns.map((town) => (
          <Button
            key={town.id}
            look="outline"
            onClick={() => onChoose({ id: String(town.id), label: townLabel(town) }, town.country)}
          >
            {t("signup.town_take", { town: town.name, country: format.country(town.country) })}
          </Button>
        ))}
      </p>
    </div>
  );
}

/** A combobox as in the ARIA practices. Without scripts it is a text field, and the route's action finds the town. */
export function TownField({ country, value, note, onChange, onElsewhere }: Props) {
  const t = useTexts("account");
  const { id, error, control, onChange: onEdit } = useField("city_id", note, undefined);
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const chosen = value.id !== "";
  const choose = (town: Town) => {
    onChange({ id: String(town.id), label: townLabel(town) });
    setOpen(false);
    setActive(-1);
  };
  const chooseMeant = (towns: readonly Town[]) => {
    const meant = findMeantTown(value.label, towns);
    if (meant) choose(meant);
  };
  const { towns, elsewhere, settled, failed } = useTowns(country, chosen ? "" : value.label, (arrived) => {
    // A user who left the field before the towns arrived need not return if one town was clearly meant.
    if (document.activeElement !== box.current) chooseMeant(arrived);
  });
  const isListShown = open && !chosen && towns.length > 0;

  // The town can also come from the device's position, or from another country.
  const clearError = useEffectEvent(onEdit);
  useEffect(() => {
    if (value.id !== "") clearError();
  }, [value.id]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && towns.length > 0 && !chosen) {
      event.preventDefault();
      setOpen(true);
      // The arrow keys cycle through the towns and the text itself.
      const places = towns.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === "Enter" && !chosen && value.label !== "") {
      const town = towns[active] ?? (settled ? findMeantTown(value.label, towns) : undefined);
      if (!isListShown && !town) return;
      event.preventDefault();
      if (town) choose(town);
    } else if (event.key === "Escape" && isListShown) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    }
  };

  return (
    <div className="mb-5" onChange={onEdit}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {t("signup.town")}
      </label>
      <input type="hidden" name="city_id" value={value.id} />
      <div className="relative">
        <input
          {...control}
          ref={box}
          name="city"
          role="combobox"
          aria-expanded={isListShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isListShown && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="address-level2"
          autoCorrect="off"
          spellCheck={false}
          required
          maxLength={120}
          value={value.label}
          onChange={(event) => {
            onChange({ id: "", label: event.currentTarget.value });
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            setOpen(true);
            // Typing replaces the chosen town.
            if (chosen) event.currentTarget.select();
          }}
          onBlur={() => {
            setOpen(false);
            setActive(-1);
            if (settled && !chosen) chooseMeant(towns);
          }}
          className="field-input pe-11"
        />
        {chosen ? (
          <Check aria-hidden className="pointer-events-none absolute end-3.5 top-3.5 size-5 text-secondary-ink" />
        ) : (
          <MapPin aria-hidden className="pointer-events-none absolute end-3.5 top-3.5 size-5 text-muted" />
        )}
        <div id={listId} role="listbox" aria-label={t("signup.towns")} hidden={!isListShown} className={listClass}>
          {towns.map((town, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys for the list
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
            <div
              key={town.id}
              id={`${listId}-${index}`}
              ref={index === active ? scrollToNearest : undefined}
              role="option"
              aria-selected={index === active}
              className={optionClass}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(town)}
            >
              {town.name}
              <TownNote town={town} />
            </div>
          ))}
        </div>
      </div>
      <div role="status">
        {isListShown ? <p className="sr-only">{t("signup.town_count", { count: towns.length })}</p> : null}
        {settled && !chosen && elsewhere.length > 0 ? (
          <TownsElsewhere country={country} towns={elsewhere} onChoose={onElsewhere} />
        ) : settled && towns.length === 0 && !chosen ? (
          <p className="mt-1.5 font-medium text-sm">{t(failed ? "signup.town_failed" : "signup.town_none")}</p>
        ) : null}
      </div>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </div>
  );
}
