import { useId, useState } from "react";
import { Form, useNavigate } from "react-router";
import { searchInterestsLimit } from "#contract/members.ts";
import { explicitInterests } from "#contract/profiles.ts";
import { fold } from "#web/lib/fold.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { FactFilters } from "./fact-filters.tsx";
import { ChosenLine, FilterGroup } from "./filter-group.tsx";
import {
  AgeFilter,
  DistanceFilter,
  FitFilter,
  Flags,
  GenderFilter,
  type PartProps,
  PlaceFilters,
  type Search,
  SortChoice,
  TownNeeded,
} from "./filter-parts.tsx";
import { type Filters, filtersInUse, type Interest, listInterests, searchPath, withoutFilters } from "./filters.ts";
import { chosenOnPage } from "./last-search.ts";
import { type Found, useDraftCount } from "./use-draft-count.ts";

/** What the button will show: members, else similar ones, else suggestions of other searches. */
function useShowButtonText(): (counts: Found | null) => string {
  const t = useTexts("members");
  return (counts) => {
    if (counts === null) return t("search.show_uncounted");
    const { total, profiles, similar } = counts;
    if (total.count === 0 && similar > 0) return t("search.show_similar", { count: similar });
    // fictional profiles are shown, but not counted
    if (total.count === 0) return t(profiles > 0 ? "search.show_uncounted" : "search.show_suggestions");
    return t(total.capped ? "search.show_capped" : "search.show", { count: total.count });
  };
}

type FormProps = Search & { onDone?: () => Promise<void>; openGroup?: string | null };

/** A draft until the button is pressed. A plain GET form: without scripts the browser sends it. */
export function FilterForm({ onDone, openGroup = null, ...search }: FormProps) {
  const t = useTexts("members");
  const showButtonText = useShowButtonText();
  const navigate = useNavigate();
  const status = useId();
  const [draft, setDraft] = useState(search.filters);
  const [cleared, setCleared] = useState(0);
  const buttonText = showButtonText(useDraftCount(draft, search));
  const { fields, member, nearby } = search.offered;
  const parts = { ...search, draft, openGroup, change: (part: Filters) => setDraft((old) => ({ ...old, ...part })) };

  return (
    <Form
      method="get"
      action="/members"
      aria-describedby={status}
      onSubmit={async (event) => {
        event.preventDefault();
        await onDone?.();
        navigate(searchPath(draft), { state: chosenOnPage });
      }}
    >
      {/* the first button is the one that Enter presses */}
      <input type="submit" hidden />
      {fields.includes("gender") ? <GenderFilter {...parts} /> : null}
      {fields.includes("anyone") && member ? <FitFilter {...parts} /> : null}
      {fields.includes("age") ? <AgeFilter key={cleared} {...parts} /> : null}
      {fields.includes("distance") && nearby ? <DistanceFilter {...parts} /> : null}
      {fields.includes("distance") && member && !nearby ? <TownNeeded /> : null}
      {fields.includes("country") ? <PlaceFilters {...parts} /> : null}
      <Flags {...parts} />
      {fields.includes("interests") ? <InterestFilter key={`interests ${cleared}`} {...parts} /> : null}
      <FactFilters key={`facts ${cleared}`} {...parts} />
      <SortChoice {...parts} />
      {filtersInUse(draft).length > 0 ? (
        <Button
          look="quiet"
          wide
          onClick={() => {
            setDraft(withoutFilters(draft));
            setCleared(cleared + 1);
          }}
        >
          {t("search.clear")}
        </Button>
      ) : null}
      <div className="filter-submit">
        <Button type="submit" wide>
          {buttonText}
        </Button>
      </div>
      <span id={status} role="status" className="sr-only">
        {buttonText}
      </span>
    </Form>
  );
}

function InterestFilter(props: PartProps) {
  const { draft, openGroup } = props;
  const t = useTexts("members");
  const names = useTexts("profiles");
  const { sortByName } = useFormat();
  const { interests = [] } = draft;
  const chosen = sortByName(
    interests.map((code) => names(`interest.${code}`)),
    (name) => name,
  );
  const isFull = interests.length >= searchInterestsLimit;
  return (
    <FilterGroup
      draft={draft}
      openGroup={openGroup}
      group="interests"
      names={["interests"]}
      title={t("filter.interests")}
      chosen={
        chosen.length === 0 ? null : (
          <>
            <span className="sr-only">: {t("filter.interests_chosen", { count: chosen.length })}</span>
            <ChosenLine>{chosen.join(", ")}</ChosenLine>
          </>
        )
      }
      note={t(isFull ? "filter.interests_full" : "filter.interests_note", { count: searchInterestsLimit })}
    >
      <InterestChoices {...props} isFull={isFull} />
    </FilterGroup>
  );
}

/** Ticked ones move to the front only when the group is opened or searched: nothing moves under the finger. */
function InterestChoices({ draft, change, offered, isFull }: PartProps & { isFull: boolean }) {
  const t = useTexts("members");
  const names = useTexts("profiles");
  const { sortByName } = useFormat();
  const chosen = draft.interests ?? [];
  const [text, setText] = useState("");
  const [listedFirst, setListedFirst] = useState<readonly Interest[]>(chosen);
  const offeredInterests = listInterests(offered.member);
  const sortedInterests = sortByName(
    offeredInterests.map((code) => ({ code, name: names(`interest.${code}`) })),
    ({ name }) => name,
  ).sort((a, b) => Number(listedFirst.includes(b.code)) - Number(listedFirst.includes(a.code)));
  const searchText = fold(text);
  const matches =
    searchText === "" ? sortedInterests : sortedInterests.filter(({ name }) => fold(name).includes(searchText));
  const isExplicit = ({ code }: { code: Interest }) => explicitInterests.includes(code);
  // explicit interests are separate, as in the profile: a search for "art" doesn't list them
  const groups = [
    { heading: "", interests: matches.filter((interest) => !isExplicit(interest)) },
    { heading: names("own.explicit"), interests: matches.filter(isExplicit) },
  ].filter(({ interests }) => interests.length > 0);

  return (
    <>
      <input
        type="search"
        aria-label={t("filter.interests_search")}
        placeholder={t("filter.interests_search")}
        autoComplete="off"
        maxLength={40}
        value={text}
        className="field-input mb-3 noscript:hidden"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setListedFirst(chosen);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {groups.map(({ heading, interests }) => (
        <div key={heading} className="flex flex-wrap gap-2">
          {heading !== "" ? <p className="mt-4 w-full font-medium text-sm">{heading}</p> : null}
          {interests.map(({ code, name }) => {
            const ticked = chosen.includes(code);
            return (
              <label key={code} className="pill pill-small">
                <input
                  type="checkbox"
                  name="interests"
                  value={code}
                  checked={ticked}
                  disabled={isFull && !ticked}
                  onChange={() =>
                    change({
                      interests: offeredInterests.filter((each) => (each === code ? !ticked : chosen.includes(each))),
                    })
                  }
                />
                {name}
              </label>
            );
          })}
        </div>
      ))}
      <p role="status" className={matches.length > 0 ? "sr-only" : "text-muted"}>
        {text.trim() === ""
          ? ""
          : matches.length === 0
            ? t("filter.interests_none")
            : t("filter.interests_found", { count: matches.length })}
      </p>
    </>
  );
}
