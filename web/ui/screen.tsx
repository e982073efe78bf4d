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
  /** On a desktop the head is low, so that what follows fits into the window. */
  low?: boolean;
  children: ReactNode;
};

/** The usual frame of a screen: the tab's title, one heading, the container. */
export function Screen({ title, heading, actions, above, narrow = false, waiting, low = false, children }: Props) {
  return (
    <div className={`container py-6 ${low ? "md:py-4" : "md:py-10"}`}>
      <PageTitle title={title} waiting={waiting} />
      <div className={narrow ? "mx-auto max-w-lg" : undefined}>
        {above}
        <div className={`flex flex-wrap items-center justify-between gap-3 ${low ? "mb-6 md:mb-2" : "mb-6"}`}>
          <h1 className={`text-3xl ${low ? "md:text-2xl" : "md:text-4xl"}`}>{heading ?? title}</h1>
          {actions === undefined || actions === null ? null : (
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1">{actions}</div>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}
