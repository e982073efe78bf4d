import { ChevronDown, ImagePlus, type LucideIcon, MailX } from "lucide-react";
import { startTransition, use, useCallback, useEffect, useState } from "react";
import { settingPath } from "#contract/setting-sections.ts";
import type { User } from "#contract/user.ts";
import { ActivateReminder } from "#web/account/activate-reminder.tsx";
import { TimeBonusBanner } from "#web/credits/time-bonus/banner.tsx";
import { type DismissalKey, hideDismissed, showDismissable, useDismissal } from "#web/lib/dismissals.ts";
import { useMember } from "#web/lib/live-state.ts";
import { NonceContext } from "#web/lib/nonce.ts";
import { type Screen, useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { showsDisabled } from "#web/notifications/alert-rules.ts";
import { PushAlert } from "#web/notifications/push-alert.tsx";
import { hidePushOffer } from "#web/notifications/push-offer.ts";
import { needsPhotoAlert } from "#web/profiles/photos/alert-rules.ts";
import { OpeningProfile } from "#web/search/opening-profile.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { OutlineLink } from "#web/ui/button.tsx";
import { InstallAlert } from "./install-alert.tsx";

/**
 * The most urgent first (D13.6). All are in the page, so nothing moves; a script hides those that were closed. Over the
 * page stands the profile that a tapped card of any list opens.
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
      <OpeningProfile />
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

type MemberAlertProps = {
  dismissal: DismissalKey;
  shows: (user: User, screen: Screen) => boolean;
  icon: LucideIcon;
  words: { title: string; text: string; close: string; action: string };
  to: string;
};

function MemberAlert({ dismissal, shows, icon, words: { action, ...words }, to }: MemberAlertProps) {
  const user = useMember();
  const screen = useScreen();
  const { dismissed, dismiss } = useDismissal(dismissal, user?.id);
  if (user === null || dismissed || !shows(user, screen)) return null;
  const link = <OutlineLink to={to}>{action}</OutlineLink>;
  return <Alert {...words} icon={icon} dismissal={dismissal} onClose={dismiss} action={link} />;
}

/** Tells a member that they get no mails, until they get them again or have closed the alert. */
function DisabledAlert() {
  const t = useTexts("notifications.alert");
  const words = { title: t("disabled_title"), text: t("disabled_text"), close: t("disabled_close") };
  return (
    <MemberAlert
      dismissal="hide-disabled-notifications-alert"
      shows={showsDisabled}
      icon={MailX}
      words={{ ...words, action: t("disabled_see") }}
      to={settingPath("told")}
    />
  );
}

/** Asks a member without a photo for one, until they add one or close the alert. */
function PhotoAlert() {
  const t = useTexts("photos.alert");
  const words = {
    title: t("title"),
    text: t("text"),
    close: t("close"),
    action: t("action"),
  };
  return (
    <MemberAlert dismissal="hide-enrich-alert" shows={needsPhotoAlert} icon={ImagePlus} words={words} to="/profile" />
  );
}

/** Opens and closes all warnings but the first, on a phone. The style sheet shows it if there are others. */
function MoreWarnings() {
  const t = useTexts("shell");
  const [open, setOpen] = useState(false);
  const [count, setCount] = useState<number>();
  // each alert decides by itself whether it shows, so they are counted where they stand
  const countBeside = useCallback((button: HTMLButtonElement | null) => {
    const area = button?.parentElement;
    if (!area) return;
    const read = () => setCount(area.querySelectorAll(":scope > :not(dialog, .warnings-more)").length - 1);
    const observer = new MutationObserver(read);
    observer.observe(area, { childList: true });
    // not within the commit: the page's effects would then run in the same step
    startTransition(read);
    return () => observer.disconnect();
  }, []);
  return (
    <button
      ref={countBeside}
      type="button"
      className="warnings-more"
      aria-expanded={open}
      // the server does not know how many were closed in this browser
      aria-label={count === undefined ? t("warnings.area") : t("warnings.more", { count })}
      onClick={() => setOpen((wasOpen) => !wasOpen)}
    >
      <ChevronDown aria-hidden className={open ? "size-5 shrink-0 rotate-180" : "size-5 shrink-0"} />
      {count === undefined || open ? null : t("warnings.more_short", { count })}
    </button>
  );
}
