import type { ReactNode } from "react";

/** A list of cards: two in a row on a phone, one if letters are very large, four on a wide screen. */
export function CardGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,34%),1fr))] gap-3 md:grid-cols-3 md:gap-5 lg:grid-cols-4"
    >
      {children}
    </ul>
  );
}
