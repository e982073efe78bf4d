import { IdCard } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { CannotWrite } from "./cannot-write.tsx";

/** Replaces the field until the member has proved to be an adult, on a site that asks for it (D11.6). */
export function AgeRequired({ viewer, partner }: { viewer: string; partner: string }) {
  const t = useTexts("age");
  return (
    <CannotWrite
      viewer={viewer}
      partner={partner}
      icon={<IdCard className="size-5" />}
      title={t("title")}
      actions={<ButtonLink to="/profile#age">{t("go")}</ButtonLink>}
    >
      <p>{t("intro")}</p>
    </CannotWrite>
  );
}
