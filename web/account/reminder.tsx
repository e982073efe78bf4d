import { ChevronDown, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { User } from "#contract/user.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { fromElsewhere } from "./reminder-rules.ts";
import { OutboxHint, ResendActivation, WrongAddress } from "./resend-activation.tsx";

/** The reminder to confirm the address, with what it takes to get the email again. */
export default function Reminder({ look, user }: { look: "dialog" | "notice"; user: User }) {
  if (look === "dialog") return <ReminderDialog user={user} />;
  return (
    <div>
      <div className="md:hidden">
        <BriefNotice user={user} />
      </div>
      <div className="max-md:hidden">
        <ReminderNotice user={user} />
      </div>
    </div>
  );
}

/** The gift that a confirmed address brings (D6.2). */
function Gift() {
  const t = useTexts("account");
  const { signup_credits: count } = useSettings();
  return count > 0 ? <p>{t("mail.gift", { count })}</p> : null;
}

function ReminderNotice({ user }: { user: User }) {
  const t = useTexts("account");
  return (
    <Notice tone="warning" title={t("reminder.title")} actions={<Actions />}>
      <p>{t("reminder.text", { email: user.email })}</p>
      <More user={user} />
    </Notice>
  );
}

/** One line, as each alert of a phone, that opens to the whole notice. */
function BriefNotice({ user }: { user: User }) {
  const t = useTexts("account");
  return (
    <details className="group wrap-anywhere rounded-md bg-warning-tint px-2.5">
      <summary className="flex min-h-11 cursor-pointer items-center gap-x-2 py-1 text-sm leading-snug">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        <span className="link min-w-0 flex-1 font-semibold">{t("reminder.title")}</span>
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="pb-3">
        <p>{t("reminder.text", { email: user.email })}</p>
        <More user={user} />
        <div className="mt-3">
          <Actions />
        </div>
      </div>
    </details>
  );
}

function More({ user }: { user: User }) {
  return (
    <>
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
  const [open, setOpen] = useState(true);
  const [, setSearch] = useSearchParams();
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
        <More user={user} />
        <ResendActivation />
        <p>
          <WrongAddress />
        </p>
      </div>
    </Dialog>
  );
}
