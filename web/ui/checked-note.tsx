import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Props = { of: "message" | "photo"; className?: string };

/**
 * What the user agrees to by sending a first message or a photo (ePrivacy Directive, article 5(1)). On a demo a program
 * approves photos (D8.2).
 */
export function CheckedNote({ of, className = "mb-1.5" }: Props) {
  const t = useTexts("shell");
  const { demo } = useSettings();
  const key = of === "photo" && demo ? "photo_demo" : of;
  return <p className={`text-muted text-sm ${className}`}>{t(`checked.${key}`)}</p>;
}
