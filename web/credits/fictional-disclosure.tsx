import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "#web/member-parts/fictional-label.tsx";

/** Stands before every purchase: some profiles are invented, and messages to them cost as much (D11.1). */
export function FictionalDisclosure() {
  const t = useTexts("credits");
  const { name } = useSettings();
  return (
    <section className="mb-5 max-w-2xl rounded-md bg-warning-tint p-3.5">
      <h2 className="mb-1.5 flex flex-wrap items-center gap-2 text-base">
        {t("fictional.title")} <FictionalLabel />
      </h2>
      <p className="text-sm">{t("fictional.text", { site: name })}</p>
    </section>
  );
}
