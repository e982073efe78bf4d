import { useTexts } from "#web/lib/texts.tsx";

/** A search's age range in words; a slider's end means no limit. */
export function useFormatAges(): (from: number | undefined, to: number | undefined) => string {
  const t = useTexts("members");
  return (from, to) => {
    if (from !== undefined && to !== undefined) return t("filter.ages", { from, to });
    if (from !== undefined) return t("filter.ages_from", { from });
    return to === undefined ? t("filter.ages_any") : t("filter.ages_to", { to });
  };
}
