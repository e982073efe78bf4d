import { Crown, Lock } from "lucide-react";
import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Props = {
  /** Why the photo that it stands on is locked; left out where it stands on none. */
  lock?: Image["locked"];
  className?: string;
};

/** That a member is premium (R6.06): of another shape than the other marks, with its word, and the lock where there is one. */
export function PremiumBadge({ lock = null, className = "" }: Props) {
  const t = useTexts("photos");
  return (
    <span className={`premium-badge ${className}`}>
      <Crown aria-hidden className="size-3.5 shrink-0" />
      {t("premium")}
      {lock === null ? null : (
        <>
          {" "}
          <span className="sr-only">{t("lock.mark")}</span>
          <Lock aria-hidden className="ms-0.5 size-3.5 shrink-0" />
        </>
      )}
    </span>
  );
}
