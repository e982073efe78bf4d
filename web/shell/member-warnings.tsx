import { use, useEffect } from "react";
import { ActivateReminder } from "#web/account/activate-reminder.tsx";
import { hideDismissed, showDismissable } from "#web/lib/dismissals.ts";
import { useLive } from "#web/lib/live-state.ts";
import { NonceContext } from "#web/lib/nonce.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { DisabledAlert } from "#web/notifications/disabled-alert.tsx";
import { PushAlert } from "#web/notifications/push-alert.tsx";
import { hidePushOffer } from "#web/notifications/push-offer.ts";
import { PhotoAlert } from "#web/photos/photo-alert.tsx";
import { TimeBonusBanner } from "#web/time-bonus/banner.tsx";
import { InstallAlert } from "./install-alert.tsx";

/**
 * The warnings for a member above a page, the most urgent first. Each shows while its own condition holds; a phone
 * shows the first two of them, by `shell.css` (docs/decisions/0049). All are in the page from the start, so that
 * nothing moves; a script hides those that were closed before. A bar that the law asks for belongs before the bonus.
 */
export default function MemberWarnings() {
  const t = useTexts("shell");
  const nonce = use(NonceContext);
  const memberId = useLive()?.user.id;
  // not earlier: an alert that is not hydrated yet would appear for a moment
  useEffect(showDismissable, []);
  return (
    <>
      {memberId === undefined ? null : (
        <script nonce={nonce}>{`${hideDismissed(memberId)};${hidePushOffer(memberId)}`}</script>
      )}
      <TimeBonusBanner />
      <section aria-label={t("warnings.area")} className="warnings container empty:hidden">
        <ActivateReminder />
        <DisabledAlert />
        <PhotoAlert />
        <PushAlert />
        <InstallAlert />
      </section>
    </>
  );
}
