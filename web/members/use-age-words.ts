import { useTexts } from "#web/lib/texts.tsx";

/** The ages of a search in words; the slider's ends are no limit. */
export function useAgeWords(): (from: number | undefined, to: number | undefined) => string {
  const t = useTexts("members");
  return (from, to) => {
    if (from !== undefined && to !== undefined) return t("filter.ages", { from, to });
    if (from !== undefined) return t("filter.ages_from", { from });
    return to === undefined ? t("filter.ages_any") : t("filter.ages_to", { to });
  };
}
