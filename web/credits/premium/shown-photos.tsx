import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** What Premium changes for one's own photos, said where it is bought and where it begins (R6.06). */
export function ShownPhotos({ className }: { className?: string }) {
  const t = useTexts("premium");
  const { premium_photos } = useSettings();
  return <p className={className}>{t(premium_photos === "all" ? "shown.none" : "shown.main")}</p>;
}
