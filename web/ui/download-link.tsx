import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";

type Props = { href: string; look: "primary" | "outline" | "quiet"; className?: string; children: ReactNode };

export function DownloadLink({ href, look, className, children }: Props) {
  return (
    <a href={href} download className={buttonClass({ look }, className)}>
      <Download aria-hidden className="size-5" />
      <span className="text-start">{children}</span>
    </a>
  );
}
