import { Crown } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

/** That a member is premium (R6.06): of another shape than the other marks, with its word. */
export function PremiumBadge({ className = "" }: { className?: string }) {
  const t = useTexts("photos");
  return (
    <span className={`premium-badge ${className}`}>
      <Crown aria-hidden className="size-3.5 shrink-0" />
      {t("premium")}
    </span>
  );
}
