import { useId, useState } from "react";
import { Form, useNavigate } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import {
  AgeFilter,
  DistanceFilter,
  FitFilter,
  Flags,
  GenderFilter,
  PlaceFilters,
  type Search,
  SortChoice,
  TownNeeded,
} from "./filter-parts.tsx";
import { type Filters, filtersInUse, searchPath, withoutFilters } from "./filters.ts";
import { InterestFilter } from "./interest-filter.tsx";
import { chosenOnPage } from "./last-search.ts";
import { type Found, useDraftCount } from "./use-draft-count.ts";

/** What the button will show: members, else similar ones, else suggestions of other searches. */
function useShowButtonText(): (found: Found | null) => string {
  const t = useTexts("members");
  return (found) => {
    if (found === null) return t("search.show_uncounted");
    const { total, profiles, similar } = found;
    if (total.count === 0 && similar > 0) return t("search.show_similar", { count: similar });
    // fictional profiles are shown, but not counted
    if (total.count === 0) return t(profiles > 0 ? "search.show_uncounted" : "search.show_suggestions");
    return t(total.capped ? "search.show_capped" : "search.show", { count: total.count });
  };
}

/** A draft until the button is pressed. A plain GET form: without scripts the browser sends it. */
export function FilterForm({ onDone, ...search }: Search & { onDone?: () => Promise<void> }) {
  const t = useTexts("members");
  const showButtonText = useShowButtonText();
  const navigate = useNavigate();
  const status = useId();
  const [draft, setDraft] = useState(search.filters);
  const [cleared, setCleared] = useState(0);
  const buttonText = showButtonText(useDraftCount(draft, search));
  const { fields, member, nearby } = search.offered;
  const parts = { ...search, draft, change: (part: Filters) => setDraft((old) => ({ ...old, ...part })) };

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
      {fields.includes("gender") ? <GenderFilter {...parts} /> : null}
      {fields.includes("anyone") && member ? <FitFilter {...parts} /> : null}
      {fields.includes("age") ? <AgeFilter key={cleared} {...parts} /> : null}
      {fields.includes("distance") && nearby ? <DistanceFilter {...parts} /> : null}
      {fields.includes("distance") && member && !nearby ? <TownNeeded /> : null}
      {fields.includes("country") ? <PlaceFilters {...parts} /> : null}
      <Flags {...parts} />
      {fields.includes("interests") ? <InterestFilter key={`interests ${cleared}`} {...parts} /> : null}
      <SortChoice {...parts} />
      <div className="filter-submit">
        <Button type="submit" wide>
          {buttonText}
        </Button>
        {filtersInUse(draft).length > 0 ? (
          <Button
            look="quiet"
            wide
            className="mt-1"
            onClick={() => {
              setDraft(withoutFilters(draft));
              setCleared(cleared + 1);
            }}
          >
            {t("search.clear")}
          </Button>
        ) : null}
      </div>
      <span id={status} role="status" className="sr-only">
        {buttonText}
      </span>
    </Form>
  );
}
