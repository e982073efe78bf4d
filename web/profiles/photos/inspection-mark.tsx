import { Clock3 } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

/** Marks a photo that others can't see yet. */
export function InspectionMark() {
  const t = useTexts("photos.lock");
  return (
    <span className="photo-mark" title={t("inspection_note")}>
      <Clock3 aria-hidden className="size-3.5 shrink-0" />
      <span>{t("inspection")}</span>
    </span>
  );
}
