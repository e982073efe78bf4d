import { LogOut, MailCheck, MailWarning } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useNavigate } from "react-router";
import { logOut, type User } from "#contract/account.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { useLive } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/notifications.ts";
import { FictionalSetting } from "./fictional-setting.tsx";
import { LanguageSetting } from "./language-setting.tsx";
import { OutboxHint, ResendActivation } from "./resend-activation.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const { hides_fictional } = await page.load(getOwnProfile);
  return { user, hidesFictional: hides_fictional };
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="surface-card mb-5 p-5 md:p-6">
      <h2 id={id} className="mb-3 text-xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

function Address({ user }: { user: User }) {
  const t = useTexts("account");
  const open = user.status === "not_confirmed";
  const Icon = open ? MailWarning : MailCheck;
  return (
    <>
      <p className="font-semibold">{user.email}</p>
      <p className={`mt-1 flex items-center gap-2 ${open ? "text-warning-ink" : "text-secondary-ink"}`}>
        <Icon aria-hidden className="size-5 shrink-0" />
        {t(open ? "settings.address_open" : "settings.address_confirmed")}
      </p>
      {open ? (
        <div className="mt-3 flex flex-col gap-3">
          <p>{t("settings.address_open_text")}</p>
          <OutboxHint email={user.email} />
          <ResendActivation />
        </div>
      ) : null}
    </>
  );
}

function Leave() {
  const t = useTexts("account");
  const { run, pending, failure } = useCall(logOut);
  const { refresh } = useSession();
  const navigate = useNavigate();
  return (
    <>
      <FormError failure={failure} />
      <p className="mb-3 text-muted">{t("settings.leave_note")}</p>
      <Button
        look="outline"
        pending={pending}
        onClick={async () => {
          if (!(await run({}))) return;
          await navigate("/");
          await refresh();
        }}
      >
        <LogOut aria-hidden className="size-5" />
        {t("settings.leave")}
      </Button>
    </>
  );
}

/** The settings (R2.26, D1.5): the address and its state, language, fictional profiles, log out. */
export default function Notifications({ loaderData }: Route.ComponentProps) {
  const t = useTexts("account");
  const live = useLive()?.user;
  const user = live?.status === "active" ? live : loaderData.user;
  return (
    <Screen title={t("settings.title")} narrow>
      <Group heading={t("settings.address")}>
        <Address user={user} />
      </Group>
      <Group heading={t("settings.language")}>
        <LanguageSetting />
      </Group>
      <Group heading={t("settings.fictional")}>
        <FictionalSetting hidden={loaderData.hidesFictional} />
      </Group>
      <Group heading={t("settings.leave")}>
        <Leave />
      </Group>
    </Screen>
  );
}
