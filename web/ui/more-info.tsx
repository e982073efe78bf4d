import { Info } from "lucide-react";
import type { ReactNode } from "react";

type Props = { line: ReactNode; children: ReactNode };

/** One line, and behind it what else there is to know. It needs no scripts. */
export function MoreInfo({ line, children }: Props) {
  return (
    <details className="min-w-0">
      <summary className="-my-3 inline-block max-w-full cursor-pointer list-none text-balance py-3">
        {line}
        <Info aria-hidden className="ms-1.5 inline-block size-4 align-[-0.2em]" />
      </summary>
      <div className="pt-1.5 pb-1">{children}</div>
    </details>
  );
}
