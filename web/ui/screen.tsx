import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

type Props = {
  title: string;
  /** The page's heading, if it is not the title. */
  heading?: ReactNode;
  actions?: ReactNode;
  /** Limits the width to what suits a form. */
  narrow?: boolean;
  waiting?: number;
  children: ReactNode;
};

/** The usual frame of a screen: the tab's title, one heading, the container. */
export function Screen({ title, heading, actions, narrow = false, waiting, children }: Props) {
  return (
    <div className="container py-6 md:py-10">
      <PageTitle title={title} waiting={waiting} />
      <div className={narrow ? "mx-auto max-w-lg" : undefined}>
        <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl md:text-4xl">{heading ?? title}</h1>
          {actions === undefined || actions === null ? null : (
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1">{actions}</div>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}
