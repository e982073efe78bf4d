import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "./button.tsx";
import { PageTitle } from "./page-title.tsx";
import { BackArrow, Progress } from "./step-progress.tsx";

type Props = {
  heading: string;
  /** Why we ask. */
  why?: ReactNode;
  /** Which of how many steps until the first faces; null for those that come after them. */
  place: { number: number; total: number } | null;
  /** The way to the step before. */
  back: string | null;
  /** On the way there. */
  onBack?: () => void;
  children: ReactNode;
};

/** One of the steps after the account (D3.7). The heading gets the focus, as the page is another one for who hears it. */
export function StepFrame({ heading, why, place, back, onBack, children }: Props) {
  const t = useTexts("account");
  const { key, state } = useLocation();
  const title = useRef<HTMLHeadingElement>(null);
  const arrived = key !== "default";
  // with the page itself: a moment later it would be taken from whoever has begun to type
  useLayoutEffect(() => {
    if (arrived) title.current?.focus({ preventScroll: true });
  }, [arrived]);
  const arrow =
    back === null ? null : (
      <Link to={back} state={state} className="icon-button -ms-3" aria-label={t("signup.back")} onClick={onBack}>
        <BackArrow />
      </Link>
    );
  return (
    <div className="container py-6 md:py-10">
      <PageTitle title={heading} />
      <div className="mx-auto max-w-lg">
        {place === null ? <div className="min-h-11">{arrow}</div> : <Progress {...place} back={arrow} />}
        <h1 ref={title} tabIndex={-1} className="mb-3 text-2xl outline-none md:text-3xl">
          {heading}
        </h1>
        {why === undefined ? null : <p className="mb-5 text-muted">{why}</p>}
        {children}
      </div>
    </div>
  );
}

/** Skip weighs as much as what goes on (ux: Signup). */
export function StepActions({ skipTo, children }: { skipTo: string; children: ReactNode }) {
  const t = useTexts("account");
  const { state } = useLocation();
  return (
    <div className="mt-6 grid gap-3 min-[360px]:grid-cols-2">
      <ButtonLink to={skipTo} state={state} look="outline" size="large">
        {t("complete.skip")}
      </ButtonLink>
      {children}
    </div>
  );
}
