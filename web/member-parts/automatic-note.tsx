import { Bot } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

/** Tells the viewer before they write that a program answers for this member (D11.1). */
export function AutomaticNote({ name, className }: { name: string; className: string }) {
  const t = useTexts("members");
  return (
    <p className={`flex items-start gap-2 rounded-md bg-warning-tint px-3 py-2 text-sm ${className}`}>
      <Bot aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{t("profile.automatic", { name })}</span>
    </p>
  );
}
