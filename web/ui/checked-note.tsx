import { useTexts } from "#web/lib/texts.tsx";

type Props = { of: "message" | "photo"; className?: string };

/** What the user agrees to by sending a first message or a photo (ePrivacy Directive, article 5(1)). */
export function CheckedNote({ of, className = "mb-1.5" }: Props) {
  const t = useTexts("shell");
  return <p className={`text-muted text-sm ${className}`}>{t(`checked.${of}`)}</p>;
}
