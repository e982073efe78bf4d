import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

type Props = {
  title: string;
  /** The page's heading, if it is not the title. */
  heading?: ReactNode;
  actions?: ReactNode;
  /** Above the heading, such as the way back. */
  above?: ReactNode;
  /** Limits the width to what suits a form. */
  narrow?: boolean;
  waiting?: number;
  /** The head is low, so that what follows fits into the window. */
  low?: boolean;
  children: ReactNode;
};

/** The usual frame of a screen: the tab's title, one heading, the container. */
export function Screen({ title, heading, actions, above, narrow = false, waiting, low = false, children }: Props) {
  return (
    <div className={`container ${low ? "py-3 md:py-4" : "py-6 md:py-10"}`}>
      <PageTitle title={title} waiting={waiting} />
      <div className={narrow ? "mx-auto max-w-lg" : undefined}>
        {above}
        <div className={`flex flex-wrap items-center justify-between ${low ? "mb-2 gap-x-3" : "mb-6 gap-3"}`}>
          <h1 className={low ? "text-2xl" : "text-3xl md:text-4xl"}>{heading ?? title}</h1>
          {actions === undefined || actions === null ? null : (
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1">{actions}</div>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}
