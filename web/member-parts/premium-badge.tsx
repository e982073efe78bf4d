import { Crown, Lock } from "lucide-react";
import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Props = {
  /** Why the badge's photo is locked; left out if it is on no photo. */
  lock?: Image["locked"];
  className?: string;
};

/** Marks a premium member (R6.06): a shape of its own, the word, and the lock if the photo is locked. */
export function PremiumBadge({ lock = null, className = "" }: Props) {
  const t = useTexts("photos");
  return (
    <span className={`premium-badge ${className}`}>
      <Crown aria-hidden className="size-3.5 shrink-0" />
      {t("premium")}
      {lock === null ? null : (
        <>
          {" "}
          <span className="sr-only">{t(lock === "age" ? "lock.mark_age" : "lock.mark")}</span>
          <Lock aria-hidden className="ms-0.5 size-3.5 shrink-0" />
        </>
      )}
    </span>
  );
}
