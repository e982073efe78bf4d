import { ChevronDown } from "lucide-react";
import { use, useEffect, useRef, useState } from "react";
import { ActivateReminder } from "#web/account/activate-reminder.tsx";
import { TimeBonusBanner } from "#web/credits/time-bonus/banner.tsx";
import { hideDismissed, showDismissable } from "#web/lib/dismissals.ts";
import { useMember } from "#web/lib/live-state.ts";
import { NonceContext } from "#web/lib/nonce.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { DisabledAlert } from "#web/notifications/disabled-alert.tsx";
import { PushAlert } from "#web/notifications/push-alert.tsx";
import { hidePushOffer } from "#web/notifications/push-offer.ts";
import { PhotoAlert } from "#web/profiles/photos/photo-alert.tsx";
import { InstallAlert } from "./install-alert.tsx";

/**
 * The warnings for a member above a page, the most urgent first. Each shows while its own condition holds. A phone
 * shows the first, and a button that opens the others (D13.6), by `member-shell.css`. All are in the page from the
 * start, so that nothing moves; a script hides those that were closed before.
 * A bar that the law asks for belongs before the bonus.
 */
export default function MemberWarnings() {
  const t = useTexts("shell");
  const nonce = use(NonceContext);
  const memberId = useMember()?.id;
  // not earlier: an alert that is not hydrated yet would appear for a moment
  useEffect(showDismissable, []);
  return (
    <>
      {memberId === undefined ? null : (
        <script nonce={nonce}>{`${hideDismissed(memberId)};${hidePushOffer(memberId)}`}</script>
      )}
      <TimeBonusBanner />
      <section aria-label={t("warnings.area")} className="warnings container">
        <ActivateReminder />
        <DisabledAlert />
        <PhotoAlert />
        <PushAlert />
        <InstallAlert />
        <MoreWarnings />
      </section>
    </>
  );
}

/** Opens and closes all warnings but the first, on a phone. The style sheet shows it if there are others. */
function MoreWarnings() {
  const t = useTexts("shell");
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState<number>();
  const button = useRef<HTMLButtonElement>(null);
  // each alert decides by itself whether it shows, so they are counted where they stand
  useEffect(() => {
    const area = button.current?.parentElement;
    if (!area) return;
    const read = () => setCount(area.querySelectorAll(":scope > :not(dialog, .warnings-more)").length - 1);
    const observer = new MutationObserver(read);
    observer.observe(area, { childList: true });
    read();
    return () => observer.disconnect();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="warnings-more"
      aria-expanded={open}
      onClick={() => setOpen((wasOpen) => !wasOpen)}
    >
      {/* the server does not know how many were closed in this browser */}
      <span className={count === undefined ? "opacity-0" : undefined}>{t("warnings.more", { count: count ?? 1 })}</span>
      <ChevronDown aria-hidden className={open ? "size-5 shrink-0 rotate-180" : "size-5 shrink-0"} />
    </button>
  );
}
