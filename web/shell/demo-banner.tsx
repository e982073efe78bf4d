import { useFrame } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Dot } from "#web/ui/dot.tsx";

/** The demo sites' banner; it can't be closed. */
export function DemoBanner() {
  const t = useTexts("shell");
  if (!useFrame()?.settings.demo) return null;
  return (
    <aside aria-label={t("demo.title")} className="demo-banner">
      <strong>{t("demo.title")}</strong>
      <Dot />
      {t("demo.text")}
    </aside>
  );
}
