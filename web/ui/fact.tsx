import type { ReactNode } from "react";

type Props = { term: string; className?: string; children: ReactNode };

/** One entry of a `<dl>`, the value below its name. */
export function Fact({ term, className, children }: Props) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
