import type { Card } from "#contract/profiles.ts";
import { isServed } from "#contract/served.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** Why what is sent to this member costs nothing: a program answers, or no one does. Null: a person answers. */
export function useFreeWords(member: Pick<Card, "fictional" | "automatic">): string | null {
  const t = useTexts("chat.composer");
  if (isServed(member)) return null;
  return t(member.automatic ? "program" : "unserved");
}
