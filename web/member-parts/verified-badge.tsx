import { BadgeCheck } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import { isLabelled } from "./member-label.tsx";

/** Whether the badge is shown: the site has it, and no label needs its space. */
export function useShowsVerified(): (member: Pick<Card, "verified" | "fictional" | "automatic">) => boolean {
  const { visible_profile_notes: notes } = useSettings();
  return (member) => member.verified && !isLabelled(member) && notes.includes("verified");
}

/** Says on a card that the team compared a selfie with the main photo. */
export function VerifiedLine({ member }: { member: Card }) {
  const t = useTexts("verification.about");
  if (!useShowsVerified()(member)) return null;
  return (
    <span className="verified-line">
      <BadgeCheck aria-hidden className="size-4 shrink-0" />
      {t("badge")}
    </span>
  );
}

/** Says the same on a profile, as a button that says what it means. */
export function VerifiedBadge({ name }: { name: string }) {
  const t = useTexts("verification.about");
  const overlay = useOverlay("verified", { reload: "closes" });
  return (
    <>
      <button type="button" className="verified-badge" aria-haspopup="dialog" onClick={() => overlay.open()}>
        <BadgeCheck aria-hidden className="size-4 shrink-0" />
        {t("badge")}
      </button>
      <Dialog hasEntry open={overlay.shows !== null} onClose={overlay.close} title={t("title")}>
        <p>{t("text", { name })}</p>
        <p className="mt-3 text-muted">{t("not")}</p>
      </Dialog>
    </>
  );
}
