import { useTexts } from "#web/lib/texts.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** What a form about partners did: it saved something, or proposed a payout, which waits for a second person. */
export type Did = "saved" | "waits";

/** How the pages of partners say what a form did. */
export function useDone() {
  const t = useTexts("partners");
  const toast = useToast();
  const sayDone = (did: Did) => t(did === "waits" ? "waiting" : "saved");
  return {
    sayDone,
    onDone: (did: Did) => toast({ title: sayDone(did), ...(did === "saved" ? { tone: "good" as const } : {}) }),
  };
}
