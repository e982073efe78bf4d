import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";
import { useArrivalFocus } from "./use-arrival-focus.ts";

type Props = {
  icon: LucideIcon;
  title: string;
  /** The heading of the card, if it is not the tab's title. */
  heading?: ReactNode;
  /** What the user did here, if this card is its result: the heading gets the focus whenever it changes. */
  result?: unknown;
  children: ReactNode;
};

/** After a navigation, or with a `result`, the pressed button is gone: the heading gets the focus. */
export function Outcome({ icon: Icon, title, heading = title, result = null, children }: Props) {
  return (
    <div className="container py-8 md:py-14">
      <PageTitle title={title} />
      <div className="surface-card mx-auto flex max-w-lg flex-col gap-4 p-6 md:p-8">
        <span className="inline-flex size-16 items-center justify-center rounded-full bg-tint text-primary-ink">
          <Icon aria-hidden className="size-8" />
        </span>
        <h1 ref={useArrivalFocus(result)} tabIndex={-1} className="text-3xl outline-none">
          {heading}
        </h1>
        {children}
      </div>
    </div>
  );
}
