import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";

/** The site's sign and words for a fictional profile; the words of other languages than English are the catalog's. */
export function useFictionalWords(): { icon: string; label: string } {
  const t = useTexts("members");
  const language = useLanguage();
  const { fictional_icon: icon, fictional_warning: warning } = useSettings();
  return { icon, label: language === "en" ? warning : t("fictional.label") };
}

/** D11.1: stands on every fictional profile, wherever it appears. */
export function FictionalLabel({ className = "" }: { className?: string }) {
  const { icon, label } = useFictionalWords();
  return (
    <span className={`fictional-label ${className}`}>
      <span aria-hidden="true">{icon}</span>
      <span className="min-w-0">{label}</span>
    </span>
  );
}
