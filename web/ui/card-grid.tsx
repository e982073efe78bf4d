import type { ReactNode } from "react";

/** A list of cards: two in a row on a phone, four on a wide screen. */
export function CardGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul aria-label={label} className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 lg:grid-cols-4">
      {children}
    </ul>
  );
}
