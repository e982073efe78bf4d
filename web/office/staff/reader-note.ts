import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** The note of a field for words: first the language in which they are read; undefined: several readers. */
export function useReaderNote() {
  const t = useTexts("staff");
  const format = useFormat();
  return (language: string | undefined, note = "") =>
    [language === undefined ? "" : t("queue.language", { language: format.language(language) }), note]
      .filter(Boolean)
      .join(" ");
}
