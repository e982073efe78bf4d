import { Info } from "lucide-react";
import type { ReactNode } from "react";

type Props = { line: ReactNode; children: ReactNode; className?: string };

/** One line, and behind it what else there is to know. It needs no scripts. */
export function MoreInfo({ line, children, className = "" }: Props) {
  return (
    <details className={`min-w-0 ${className}`}>
      <summary className="-my-1.5 inline-block max-w-full cursor-pointer list-none text-balance py-1.5">
        {line}
        <Info aria-hidden className="ms-1.5 inline-block size-4 align-[-0.2em]" />
      </summary>
      <div className="py-1">{children}</div>
    </details>
  );
}
