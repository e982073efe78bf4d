import type { ReactNode } from "react";
import { useId } from "react";

type Props = {
  number: number;
  current: number;
  /** Whether scripts have taken over; until then the style sheet hides the other steps, and only where scripts run. */
  hydrated: boolean;
  heading: string;
  children: ReactNode;
};

/** One question of the signup. */
export function SignupStep({ number, current, hydrated, heading, children }: Props) {
  const id = useId();
  const other = number !== current;
  return (
    <section
      aria-labelledby={id}
      data-step={number}
      hidden={hydrated && other}
      className={other ? "not-noscript:hidden" : undefined}
    >
      <h2 id={id} tabIndex={-1} className="mb-5 text-2xl outline-none md:text-3xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}
