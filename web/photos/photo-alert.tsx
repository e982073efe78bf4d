import { ImagePlus, X } from "lucide-react";
import { useLocation } from "react-router";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { needsPhotoAlert } from "./alert-rules.ts";

/** Asks a member without a photo for one, until they add one or close the alert (R4.11). */
export function PhotoAlert() {
  const live = useLive();
  const { pathname } = useLocation();
  const { dismissed, dismiss } = useDismissal("hide-enrich-alert", live?.user.id);
  if (live === null || dismissed || !needsPhotoAlert(live.user, pathname)) return null;
  return <Alert onClose={dismiss} />;
}

function Alert({ onClose }: { onClose: () => void }) {
  const t = useTexts("photos");
  return (
    <div className="flex items-start gap-3 rounded-md bg-tint p-4 photo-alert">
      <ImagePlus aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p className="font-semibold">{t("alert.title")}</p>
          {/* a phone has room for one line above the results */}
          <p className="max-md:hidden">{t("alert.text")}</p>
        </div>
        <ButtonLink to="/profile" look="outline">
          {t("alert.action")}
        </ButtonLink>
      </div>
      <button type="button" className="icon-button -me-2 -mt-2.5" aria-label={t("alert.close")} onClick={onClose}>
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
