import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** The demo sites' banner; it can't be closed. */
export function DemoBanner() {
  const t = useTexts("shell");
  if (!useRootData()?.settings.demo) return null;
  return (
    <aside
      aria-label={t("demo.title")}
      className="bg-warning px-3 py-0.5 text-balance text-center text-on-warning text-xs leading-snug sm:text-sm"
    >
      <strong>{t("demo.title")}</strong> · {t("demo.text")}
    </aside>
  );
}
