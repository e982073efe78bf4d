import { getRegions } from "#contract/places.ts";
import { genders } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useAnswer } from "#web/lib/use-answer.ts";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { RangeField } from "#web/ui/range-field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { defaultSort, distanceSteps, type Filters, flags, highestAge, listSorts, type Offered } from "./filters.ts";
import type { Found } from "./use-draft-count.ts";

/** The search on the page: the filters, their results, and the filters on offer. */
export type Search = { filters: Filters; found: Found; regions: RegionsOf | null; offered: Offered };

/** Each part of the form gets the whole draft and changes its own fields. `openGroup`: the group open at first. */
export type PartProps = Search & { draft: Filters; change: (part: Filters) => void; openGroup: string | null };

export function GenderFilter({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const options = [
    { value: "", label: t(offered.member ? "filter.gender_fits" : "filter.gender_all") },
    { value: "female", label: t("filter.gender_female") },
    { value: "male", label: t("filter.gender_male") },
  ];
  return (
    <ChoiceGroup
      look="pills"
      name="gender"
      legend={t("filter.gender")}
      options={options}
      value={draft.gender ?? ""}
      onChange={(value) => change({ gender: genders.find((gender) => gender === value) })}
    />
  );
}

export function PlaceFilters({ draft, change, regions: loadedRegions, offered }: PartProps) {
  const t = useTexts("members");
  const format = useFormat();
  const { countries } = useSettings();
  const regions = useRegions(draft.country, loadedRegions);
  const options = format.sortByName(
    countries.map((code) => ({ value: code, label: format.country(code) })),
    ({ label }) => label,
  );
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

export function AgeFilter({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const formatAges = useFormatAges();
  const lowest = offered.lowestAge;
  const withoutSliderEnds = (from: number, to: number) =>
    [from > lowest ? from : undefined, to < highestAge ? to : undefined] as const;
  return (
    <RangeField
      legend={t("filter.age")}
      names={["min_age", "max_age"]}
      labels={[t("filter.age_from"), t("filter.age_to")]}
      min={lowest}
      max={highestAge}
      defaultValue={[draft.min_age ?? lowest, draft.max_age ?? highestAge]}
      show={(from, to) => formatAges(...withoutSliderEnds(from, to))}
      onChange={(from, to) => {
        const [min_age, max_age] = withoutSliderEnds(from, to);
        change({ min_age, max_age });
      }}
    />
  );
}

export function DistanceFilter({ draft, change }: PartProps) {
  const t = useTexts("members");
  const format = useFormat();
  // an address may name a distance that is not on offer
  const steps: number[] = [...distanceSteps];
  if (draft.distance && !steps.includes(draft.distance)) steps.push(draft.distance);
  const formatWithin = (step: number) => t("filter.within", { distance: format.distance(step) });
  return (
    <SelectField
      name="distance"
      label={t("filter.distance")}
      empty={t("filter.distance_any")}
      options={steps.sort((a, b) => a - b).map((step) => ({ value: String(step), label: formatWithin(step) }))}
      value={String(draft.distance ?? "")}
      onChange={({ currentTarget: { value } }) => change({ distance: value === "" ? undefined : Number(value) })}
    />
  );
}

/** Distances are measured from the member's own town; a member who skipped that signup step gets a link to it. */
export function TownNeeded() {
  const t = useTexts("members");
  const { signup_steps } = useSettings();
  if (!signup_steps.includes("location")) return null;
  return (
    <p className="mb-5">
      <TextLink to="/complete-signup?step=location">{t("filter.distance_needs_town")}</TextLink>
    </p>
  );
}

/** Hides members who could not be interested in the viewer, by default; the note says so. */
export function FitFilter({ draft, change }: PartProps) {
  const t = useTexts("members");
  return (
    <>
      {/* without scripts an unchecked switch sends nothing, so this hidden value counts */}
      <input type="hidden" name="anyone" value="1" />
      <Switch
        name="anyone"
        value="0"
        label={t("filter.fit")}
        note={t(draft.anyone ? "filter.fit_off" : "filter.fit_note")}
        checked={draft.anyone === undefined}
        onChange={({ currentTarget }) => change({ anyone: currentTarget.checked ? undefined : "1" })}
      />
    </>
  );
}

/** Online now, new, with a photo: the flags that the site offers. */
export function Flags({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const offeredFlags = flags.filter((flag) => offered.fields.includes(flag));
  if (offeredFlags.length === 0) return null;
  return (
    <fieldset className="mb-5">
      <legend className="mb-1 font-semibold">{t("filter.only")}</legend>
      {offeredFlags.map((flag) => (
        <Switch
          key={flag}
          name={flag}
          value="1"
          label={t(`filter.${flag}`)}
          note={flag === "people" ? t("filter.people_note") : undefined}
          checked={draft[flag] !== undefined}
          onChange={({ currentTarget }) => change({ [flag]: currentTarget.checked ? "1" : undefined })}
        />
      ))}
    </fieldset>
  );
}

export function SortChoice({ draft, change, offered }: PartProps) {
  const t = useTexts("members");
  const sorts = listSorts(offered);
  return (
    <ChoiceGroup
      look="pills"
      name="sort"
      legend={t("filter.sort")}
      options={sorts.map((value) => ({ value, label: t(`filter.sort_${value}`) }))}
      value={draft.sort ?? defaultSort}
      onChange={(value) => {
        const sort = sorts.find((each) => each === value);
        change({ sort: sort === defaultSort ? undefined : sort });
      }}
    />
  );
}

type Region = { code: string; name: string };
type RegionsOf = { country: string; regions: readonly Region[] };

/** The regions of the chosen country; empty until loaded. `loadedRegions` are those that came with the page. */
function useRegions(country: string | undefined, loadedRegions: RegionsOf | null): readonly Region[] {
  const isKnown = country === loadedRegions?.country;
  const loaded = useAnswer(isKnown ? null : (country ?? null), (signal) =>
    call(getRegions, { query: { country: country ?? "" }, signal }),
  );
  if (isKnown) return loadedRegions?.regions ?? [];
  // without regions the search is by country; choosing a country again retries
  return (loaded?.key === country && loaded?.answer?.regions) || [];
}

export function useFormatAges(): (from: number | undefined, to: number | undefined) => string {
  const t = useTexts("members");
  return (from, to) => {
    if (from !== undefined && to !== undefined) return t("filter.ages", { from, to });
    if (from !== undefined) return t("filter.ages_from", { from });
    return to === undefined ? t("filter.ages_any") : t("filter.ages_to", { to });
  };
}
