import { SlidersHorizontal } from "lucide-react";
import { useDeferredValue } from "react";
import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import { FilterForm } from "./filter-form.tsx";
import type { Search } from "./filter-parts.tsx";
import { filtersInUse, searchPath } from "./filters.ts";

/** Opens the filters as a sheet on a phone. Without scripts the link's `#filters` shows them on the page. */
export function FilterButton(search: Search) {
  const t = useTexts("members");
  const sheet = useOverlay("filters", { reload: "closes" });
  const open = sheet.shows !== null;
  // the sheet answers the tap at once: its fields take a slow phone a third of a second
  const isFormDrawn = useDeferredValue(open);
  const usedCount = filtersInUse(search.filters).length;
  return (
    <>
      <Link
        to={`${searchPath(search.filters)}#filters`}
        aria-haspopup="dialog"
        className="filter-button text-base lg:hidden"
        onClick={(event) => {
          event.preventDefault();
          sheet.open();
        }}
      >
        <SlidersHorizontal aria-hidden className="size-5" />
        {usedCount === 0 ? (
          t("search.filters")
        ) : (
          <>
            <span aria-hidden="true">{t("search.filters")}</span>
            <span aria-hidden="true" className="badge badge-primary">
              {usedCount}
            </span>
            <span className="sr-only">{t("search.filters_used", { count: usedCount })}</span>
          </>
        )}
      </Link>
      {/* outside the button's container: if a tablet is turned while the sheet is open, the filters stay usable and
          the page isn't inert */}
      <Sheet hasEntry open={open} onClose={sheet.close} title={t("search.filters")}>
        {isFormDrawn ? (
          <FilterForm key={searchPath(search.filters)} {...search} onDone={sheet.close} />
        ) : (
          <Skeleton className="h-[80dvh]" />
        )}
      </Sheet>
    </>
  );
}
