import { useId, useState } from "react";
import { Form, useNavigate } from "react-router";
import type { sorts } from "#contract/members.ts";
import { genders } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Button } from "#web/ui/button.tsx";
import { RangeField } from "#web/ui/range-field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { distanceSteps, type Filters, highestAge, inUse, type Offered, searchPath, withoutAll } from "./filters.ts";
import { Pills } from "./pills.tsx";
import { type Total, useDraftCount } from "./use-draft-count.ts";
import { type RegionsOf, useRegions } from "./use-regions.ts";

/** What the page shows now: the filters, what they found, and what may be chosen. */
export type Search = { filters: Filters; total: Total; regions: RegionsOf | null; offered: Offered };

type PartProps = Search & { draft: Filters; change: (part: Filters) => void };

function GenderFilter({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const options = [
    { value: "", label: t(offered.nearby ? "filter.gender_fits" : "filter.gender_all") },
    { value: "female", label: t("filter.gender_female") },
    { value: "male", label: t("filter.gender_male") },
  ];
  return (
    <Pills
      name="gender"
      legend={t("filter.gender")}
      options={options}
      value={draft.gender ?? ""}
      onChange={(value) => change({ gender: genders.find((gender) => gender === value) })}
    />
  );
}

function PlaceFilters({ draft, change, regions: known, offered }: PartProps) {
  const t = useTexts("members");
  const format = useFormat();
  const { countries } = useSettings();
  const regions = useRegions(draft.country, known);
  const options = countries
    .map((code) => ({ value: code, label: format.country(code) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <SelectField
        name="country"
        label={t("filter.country")}
        empty={t("filter.country_any")}
        options={options}
        value={draft.country ?? ""}
        onChange={(event) => change({ country: event.currentTarget.value || undefined, countryregion: undefined })}
      />
      {offered.fields.includes("countryregion") ? (
        <SelectField
          name="countryregion"
          label={t("filter.region")}
          empty={t("filter.region_any")}
          note={draft.country === undefined ? t("filter.region_needs_country") : undefined}
          options={regions.map(({ code, name }) => ({ value: code, label: name }))}
          value={draft.countryregion ?? ""}
          onChange={(event) => change({ countryregion: event.currentTarget.value || undefined })}
        />
      ) : null}
    </>
  );
}

/** The ages of a search in words; the slider's ends are no limit. */
export function useAgeWords(): (from: number | undefined, to: number | undefined) => string {
  const t = useTexts("members");
  return (from, to) => {
    if (from !== undefined && to !== undefined) return t("filter.ages", { from, to });
    if (from !== undefined) return t("filter.ages_from", { from });
    return to === undefined ? t("filter.ages_any") : t("filter.ages_to", { to });
  };
}

function AgeFilter({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const say = useAgeWords();
  const lowest = offered.lowestAge;
  const limits = (from: number, to: number) =>
    [from > lowest ? from : undefined, to < highestAge ? to : undefined] as const;
  return (
    <RangeField
      legend={t("filter.age")}
      names={["min_age", "max_age"]}
      labels={[t("filter.age_from"), t("filter.age_to")]}
      min={lowest}
      max={highestAge}
      defaultValue={[draft.min_age ?? lowest, draft.max_age ?? highestAge]}
      show={(from, to) => say(...limits(from, to))}
      onChange={(from, to) => {
        const [min_age, max_age] = limits(from, to);
        change({ min_age, max_age });
      }}
    />
  );
}

function DistanceFilter({ draft, change }: PartProps) {
  const t = useTexts("members");
  const format = useFormat();
  const steps = [...new Set<number>([...distanceSteps, ...(draft.distance ? [draft.distance] : [])])];
  const within = (step: number) => t("filter.within", { distance: format.distance(step) });
  return (
    <SelectField
      name="distance"
      label={t("filter.distance")}
      empty={t("filter.distance_any")}
      options={steps.sort((a, b) => a - b).map((step) => ({ value: String(step), label: within(step) }))}
      value={String(draft.distance ?? "")}
      onChange={({ currentTarget: { value } }) => change({ distance: value === "" ? undefined : Number(value) })}
    />
  );
}

function SortChoice({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const choices: { value: (typeof sorts)[number]; label: string }[] = [
    { value: "active", label: t("filter.sort_active") },
    { value: "newest", label: t("filter.sort_newest") },
  ];
  if (offered.nearby) choices.push({ value: "nearest", label: t("filter.sort_nearest") });
  return (
    <Pills
      name="sort"
      legend={t("filter.sort")}
      options={choices}
      value={draft.sort ?? "active"}
      onChange={(value) => {
        const sort = choices.find((choice) => choice.value === value)?.value;
        change({ sort: sort === "active" ? undefined : sort });
      }}
    />
  );
}

/** What the button of the filters says: how many members it will show. */
function useShowWords(): (total: Total | null) => string {
  const t = useTexts("members");
  return (total) => {
    if (total === null) return t("search.show_uncounted");
    if (total.count === 0) return t("search.show_similar");
    return t(total.capped ? "search.show_capped" : "search.show", { count: total.count });
  };
}

/**
 * The filters, as a draft until the button is pressed, which says how many members it will show. A plain GET form:
 * without scripts the browser sends it to the same address.
 */
export function FilterForm({ onDone, ...search }: Search & { onDone?: () => void }) {
  const t = useTexts("members");
  const show = useShowWords();
  const navigate = useNavigate();
  const status = useId();
  const [draft, setDraft] = useState(search.filters);
  const [cleared, setCleared] = useState(0);
  const words = show(useDraftCount(draft, search));
  const { fields, nearby } = search.offered;
  const parts = {
    ...search,
    draft,
    change: (part: Filters) => setDraft((old) => ({ ...old, ...part })),
  };

  return (
    <Form
      method="get"
      action="/members"
      aria-describedby={status}
      onSubmit={(event) => {
        event.preventDefault();
        onDone?.();
        navigate(searchPath(draft));
      }}
    >
      {fields.includes("gender") ? <GenderFilter {...parts} /> : null}
      {fields.includes("age") ? <AgeFilter key={cleared} {...parts} /> : null}
      {fields.includes("distance") && nearby ? <DistanceFilter {...parts} /> : null}
      {fields.includes("country") ? <PlaceFilters {...parts} /> : null}
      <SortChoice {...parts} />
      <div className="filter-submit">
        <Button type="submit" wide>
          {words}
        </Button>
        {inUse(draft).length > 0 ? (
          <Button
            look="quiet"
            wide
            className="mt-1"
            onClick={() => {
              setDraft(withoutAll(draft));
              setCleared(cleared + 1);
            }}
          >
            {t("search.clear")}
          </Button>
        ) : null}
      </div>
      <span id={status} role="status" className="sr-only">
        {words}
      </span>
    </Form>
  );
}
