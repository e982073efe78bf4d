import { type ReactNode, useId } from "react";
import type { FormStep } from "./steps.ts";

type Props = {
  name: FormStep;
  current: FormStep;
  /** Whether scripts have taken over. Until then the style sheet hides the other steps, if scripts run at all. */
  hydrated: boolean;
  heading: string;
  children: ReactNode;
};

/** One question of the signup. */
export function Step({ name, current, hydrated, heading, children }: Props) {
  const id = useId();
  const other = name !== current;
  return (
    <section
      aria-labelledby={id}
      data-step={name}
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
