import { IdCard } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";

/** Replaces a member's page until the viewer has proved to be an adult, on a site that asks for it (D11.6). */
export function AgeGate() {
  const t = useTexts("age");
  return (
    <div className="container pb-6 md:py-8">
      <PageTitle title={t("title")} />
      <EmptyState icon={<IdCard aria-hidden className="size-8" />} title={t("title")} text={t("intro")} heading="h1">
        <ButtonLink to="/profile#age">{t("go")}</ButtonLink>
      </EmptyState>
    </div>
  );
}
