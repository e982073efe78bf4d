import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useHref } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import type { PartProps } from "./filter-parts.tsx";
import { type Filters, type FoldedGroup, filterParams, groupParam } from "./filters.ts";

type Props = Pick<PartProps, "draft" | "openGroup"> & {
  group: FoldedGroup;
  names: readonly (keyof Filters)[];
  title: string;
  /** Says what is chosen. */
  chosen: ReactNode;
  note: string;
  children: ReactNode;
};

export const ChosenLine = ({ children }: { children: string }) => (
  <span className="block truncate text-muted text-sm">{children}</span>
);

/**
 * A group of many choices. They are drawn while it is open: closed, they would be two thirds of the page's fields.
 * Until then hidden fields send what is chosen, and without scripts a button leads to the page with this group open.
 */
export function FilterGroup({ draft, openGroup, group, names, title, chosen, note, children }: Props) {
  const t = useTexts("members");
  const titleId = useId();
  const noteId = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const openAtFirst = openGroup === group;
  const [isOpen, setIsOpen] = useState(openAtFirst);
  // it may have been opened before the page was hydrated
  useLayoutEffect(() => setIsOpen(details.current?.open === true), []);
  const sameSearch = useHref("/members#filters");

  return (
    <details
      ref={details}
      open={openAtFirst}
      suppressHydrationWarning
      className="filter-group"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      {/* drawn before the browser opens it: its event comes a frame later */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control */}
      <summary onClick={() => setIsOpen(true)}>
        <span className="min-w-0">
          <span id={titleId} className="font-semibold">
            {title}
          </span>
          {chosen}
        </span>
        <ChevronDown aria-hidden className="filter-group-sign" />
      </summary>
      {isOpen ? (
        <fieldset aria-labelledby={titleId} aria-describedby={noteId} className="pt-1">
          <p id={noteId} className="mb-3 text-muted text-sm">
            {note}
          </p>
          {children}
        </fieldset>
      ) : (
        <>
          {[...filterParams(draft)]
            .filter(([name]) => names.some((each) => each === name))
            .map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          <Button type="submit" look="outline" name={groupParam} value={group} formAction={sameSearch}>
            {t("filter.choices")}
          </Button>
        </>
      )}
    </details>
  );
}
