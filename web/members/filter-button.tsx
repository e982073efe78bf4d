import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { FilterForm, type Search } from "./filter-form.tsx";
import { inUse, searchPath } from "./filters.ts";

/** Opens the filters as a sheet on a phone; without scripts the address's `#filters` shows them on the page. */
export function FilterButton(search: Search) {
  const t = useTexts("members");
  const [open, setOpen] = useState(false);
  const used = inUse(search.filters).length;
  return (
    <div className="lg:hidden">
      <Link
        to={`${searchPath(search.filters)}#filters`}
        aria-haspopup="dialog"
        className="filter-button text-base"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <SlidersHorizontal aria-hidden className="size-5" />
        {used === 0 ? (
          t("search.filters")
        ) : (
          <>
            <span aria-hidden="true">{t("search.filters")}</span>
            <span aria-hidden="true" className="badge badge-primary">
              {used}
            </span>
            <span className="sr-only">{t("search.filters_used", { count: used })}</span>
          </>
        )}
      </Link>
      <Sheet open={open} onClose={() => setOpen(false)} title={t("search.filters")}>
        <FilterForm {...search} onDone={() => setOpen(false)} />
      </Sheet>
    </div>
  );
}
