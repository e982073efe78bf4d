import { useTexts } from "#web/lib/texts.tsx";

/** What of the page waits for a second person; nothing if nothing does. */
export function ProposedNote({ names }: { names: readonly string[] }) {
  const t = useTexts("staff-sites");
  if (names.length === 0) return null;
  return <p className="surface-card mb-5 break-words p-4">{t("proposed", { names: names.join(", ") })}</p>;
}
