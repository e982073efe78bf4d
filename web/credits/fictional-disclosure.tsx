import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "#web/member-parts/fictional-label.tsx";

/** Says below the bundles and before each order that some profiles are invented, if some are, and who answers. */
export function FictionalDisclosure() {
  const t = useTexts("credits");
  const { name, has_fictional: isDue } = useSettings();
  if (!isDue) return null;
  return (
    <section aria-label={t("fictional.title")} className="mb-4 max-w-2xl rounded-md bg-warning-tint px-3.5 py-2.5">
      <p className="text-sm">
        <FictionalLabel /> {t("fictional.text", { site: name })}
      </p>
    </section>
  );
}
