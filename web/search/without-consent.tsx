import { HeartOff } from "lucide-react";
import { settingPath } from "#contract/setting-sections.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown instead of members if the viewer lacks this consent: no one can be suggested. */
export function WithoutConsent() {
  const t = useTexts("match-finder");
  return (
    <EmptyState
      icon={<HeartOff aria-hidden className="size-8" />}
      title={t("no_consent.title")}
      text={t("no_consent.text")}
    >
      <ButtonLink to={settingPath("consents")}>{t("no_consent.give")}</ButtonLink>
    </EmptyState>
  );
}
