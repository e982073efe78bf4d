import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { PageTitle } from "./page-title.tsx";
import { BackArrow, StepProgress } from "./step-progress.tsx";
import { useArrivalFocus } from "./use-arrival-focus.ts";

type Props = {
  heading: string;
  why?: ReactNode;
  /** The number of this step and of all steps until the first faces; null for later steps. */
  place: { number: number; total: number } | null;
  back: string | null;
  onBack?: () => void;
  children: ReactNode;
};

/** The heading gets the focus, so that screen readers announce the new page. */
export function StepFrame({ heading, why, place, back, onBack, children }: Props) {
  const shell = useTexts("shell");
  const { state } = useLocation();
  const arrow =
    back === null ? null : (
      <Link to={back} state={state} className="icon-button -ms-3" aria-label={shell("nav.back")} onClick={onBack}>
        <BackArrow />
      </Link>
    );
  return (
    <div className="container py-6 md:py-10">
      <PageTitle title={heading} />
      <div className="mx-auto max-w-lg">
        {place === null ? <div className="min-h-11">{arrow}</div> : <StepProgress {...place} back={arrow} />}
        <h1 ref={useArrivalFocus()} tabIndex={-1} className="mb-3 text-2xl outline-none md:text-3xl">
          {heading}
        </h1>
        {why === undefined ? null : <p className="mb-5 text-muted">{why}</p>}
        {children}
      </div>
    </div>
  );
}

/** The step's actions: Skip is as prominent as going on (ux: Signup). */
export function StepActions({ skipTo, pending }: { skipTo: string; pending: boolean }) {
  const t = useTexts("account");
  const { state } = useLocation();
  return (
    <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
      <ButtonLink to={skipTo} state={state} look="outline" size="large">
        {t("complete.skip")}
      </ButtonLink>
      <Button type="submit" size="large" pending={pending}>
        {t("signup.continue")}
      </Button>
    </div>
  );
}
