import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useMatches, useSearchParams } from "react-router";
import type { User } from "#contract/user.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { hasOwnReminder, isBriefReminder, needsReminder } from "./reminder-rules.ts";
import { OutboxHint, ResendActivation, WrongAddress } from "./resend-activation.tsx";

/** The parameter set by the service that signed a member up elsewhere and sent them here (section 4). */
const fromElsewhere = "api_signup_complete";
const smartphone = "(pointer: coarse) and (max-width: 767px)";

/** The reminder to confirm the address (R4.10): a notice, or a dialog for a user who was just signed up elsewhere. */
export function ActivateReminder() {
  const live = useLive();
  const { user } = useSession();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const onLink = useMatches().some(({ id }) => id === "token");
  // A status only goes from not confirmed to active, so if either source says active, it is right.
  const confirmed = user?.status === "active";
  if (live === null || confirmed || onLink || !needsReminder(live.user, pathname)) return null;
  if (search.has(fromElsewhere)) return <ReminderDialog user={live.user} />;
  if (hasOwnReminder(pathname)) return null;
  return isBriefReminder(pathname) ? <BriefNotice user={live.user} /> : <ReminderNotice user={live.user} />;
}

/** What confirming is worth (D6.2). */
function Gift() {
  const t = useTexts("account");
  const { signup_credits: count } = useSettings();
  return count > 0 ? <p>{t("mail.gift", { count })}</p> : null;
}

function ReminderNotice({ user }: { user: User }) {
  const t = useTexts("account");
  return (
    <Notice tone="warning" title={t("reminder.title")} actions={<Actions />}>
      <Words user={user} />
    </Notice>
  );
}

function BriefNotice({ user }: { user: User }) {
  const t = useTexts("account");
  return (
    <details className="rounded-md bg-warning-tint px-4">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        <span className="link">{t("reminder.title")}</span>
      </summary>
      <div className="ps-8 pb-4">
        <Words user={user} />
        <div className="mt-3">
          <Actions />
        </div>
      </div>
    </details>
  );
}

function Words({ user }: { user: User }) {
  const t = useTexts("account");
  return (
    <>
      <p>{t("reminder.text", { email: user.email })}</p>
      <Gift />
      <OutboxHint email={user.email} />
    </>
  );
}

function Actions() {
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <ResendActivation />
      <WrongAddress />
    </div>
  );
}

function ReminderDialog({ user }: { user: User }) {
  const t = useTexts("account");
  const [open, setOpen] = useState(false);
  const [, setSearch] = useSearchParams();
  useEffect(() => setOpen(!matchMedia(smartphone).matches), []);
  const close = () => {
    setOpen(false);
    setSearch(
      (search) => {
        search.delete(fromElsewhere);
        return search;
      },
      { replace: true },
    );
  };
  return (
    <Dialog open={open} onClose={close} title={t("reminder.title")}>
      <div className="flex flex-col gap-3">
        <p>{t("reminder.text", { email: user.email })}</p>
        <Gift />
        <OutboxHint email={user.email} />
        <ResendActivation />
        <p>
          <WrongAddress />
        </p>
      </div>
    </Dialog>
  );
}
