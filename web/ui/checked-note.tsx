import { useTexts } from "#web/lib/texts.tsx";

/** What the user agrees to by sending a first message or a photo (ePrivacy Directive, article 5(1)). */
export function CheckedNote({ className = "mb-1.5" }: { className?: string }) {
  const t = useTexts("shell");
  return <p className={`text-muted text-sm ${className}`}>{t("checked_by_program")}</p>;
}
