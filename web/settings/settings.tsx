import { LogOut, MailCheck, MailWarning } from "lucide-react";
import type { ReactNode } from "react";
import { getMailChange } from "#contract/account.ts";
import { getDevices } from "#contract/auth.ts";
import { reactivationDays } from "#contract/constants.ts";
import { getPreferences } from "#contract/match-finder.ts";
import { getBlocks } from "#contract/moderation.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getPasskeys } from "#contract/passkeys.ts";
import { getDownload } from "#contract/privacy.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import type { User } from "#contract/user.ts";
import { OutboxHint, ResendActivation, WrongAddress } from "#web/account/resend-activation.tsx";
import { AddressSetting } from "#web/auth/address-setting.tsx";
import { DevicesSetting } from "#web/auth/devices-setting.tsx";
import { Passkeys } from "#web/auth/passkeys.tsx";
import { PasswordSetting } from "#web/auth/password-setting.tsx";
import { useLogOut } from "#web/auth/use-log-out.ts";
import { useMember } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Posted } from "#web/lib/use-form.ts";
import { BlockedMembers } from "#web/moderation/blocked-members.tsx";
import { NotificationSettings } from "#web/notifications/notification-settings.tsx";
import { MyData } from "#web/privacy/my-data.tsx";
import { Contents } from "#web/setting-parts/contents.tsx";
import { PostedContext, SettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings.ts";
import { AppearanceSetting } from "./appearance-setting.tsx";
import { Consents } from "./consents.tsx";
import { LanguageSetting } from "./language-setting.tsx";
import { PrivacySettings } from "./privacy-settings.tsx";
import { saveSetting } from "./save-setting.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: [
    "account",
    "auth",
    "chat",
    "first-messages",
    "gifts",
    "hidden-contacts",
    "match-finder",
    "moderation",
    "notifications",
    "passkeys",
    "privacy",
    "profiles",
    "talks",
    "visitors",
  ],
  mood: "settings",
};

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [own, preferences, { blocks }, passkeys, notifications, { devices }, { download }, { email: waiting }] =
    await Promise.all([
      page.load(getOwnProfile),
      page.load(getPreferences),
      page.load(getBlocks),
      page.load(getPasskeys),
      page.load(getNotifications),
      page.load(getDevices),
      page.load(getDownload),
      page.load(getMailChange),
    ]);
  return { user, own, preferences, blocks, passkeys, notifications, devices, download, waiting };
}

export const action = saveSetting;

type Group = { id: string; heading: string; content: ReactNode };

function Address({ user, waiting }: { user: User; waiting: string | null }) {
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
          <p>
            <WrongAddress />
          </p>
        </div>
      ) : (
        <AddressSetting email={user.email} loaded={waiting} />
      )}
    </>
  );
}

function Leave() {
  const t = useTexts("account");
  const { logOutHere, pending, failure } = useLogOut();
  return (
    <>
      <FormError failure={failure} />
      <p className="mb-3 text-muted">{t("settings.leave_note")}</p>
      <SettingForm form={{ setting: "log_out", failure: null }} onSubmit={logOutHere}>
        <Button type="submit" look="outline" pending={pending}>
          <LogOut aria-hidden className="size-5" />
          {t("settings.leave")}
        </Button>
      </SettingForm>
    </>
  );
}

/** The result of a form posted without scripts; field errors are shown at their fields instead. */
function PostedResult({ posted }: { posted: Posted<{ email: string }> | undefined }) {
  const t = useTexts("account");
  const access = useTexts("auth");
  const notifications = useTexts("notifications");
  if (posted === undefined) return null;
  const { answer, failure, typed } = posted;
  if (failure) return Object.keys(failure.fields).length > 0 ? null : <FormError failure={failure} />;
  const email = answer?.email ?? "";
  const texts: Readonly<Record<string, string>> = {
    resend: t("mail.sent", { email }),
    address: access("address.sent", { email }),
    address_cancel: access("address.cancelled"),
    password: access("password.changed"),
  };
  return (
    <div className="mb-5">
      <Notice tone="good">{texts[typed.setting ?? ""] ?? notifications("settings.saved")}</Notice>
    </div>
  );
}

/** All settings, in sections (R2.26); their address is `/notifications` (D1.5). */
export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  const access = useTexts("auth");
  const hiddenContacts = useTexts("hidden-contacts");
  const moderation = useTexts("moderation");
  const notifications = useTexts("notifications");
  const passkeys = useTexts("passkeys");
  const privacy = useTexts("privacy");
  const shell = useTexts("shell");
  const live = useMember();
  const user = live?.status === "active" ? live : loaderData.user;
  const { own, notifications: notificationState, devices, blocks, download } = loaderData;
  const sections: Group[] = [
    { id: "address", heading: t("signup.email"), content: <Address user={user} waiting={loaderData.waiting} /> },
    { id: "password", heading: access("login.password"), content: <PasswordSetting email={user.email} /> },
    {
      id: "passkeys",
      heading: passkeys("title"),
      content: <Passkeys list={loaderData.passkeys} unconfirmed={user.status === "not_confirmed"} />,
    },
    { id: "devices", heading: access("devices.title"), content: <DevicesSetting devices={devices} /> },
    {
      id: "told",
      heading: notifications("settings.title"),
      content: <NotificationSettings initial={notificationState} email={user.email} />,
    },
    {
      id: "privacy",
      heading: t("privacy.title"),
      content: <PrivacySettings own={own} preferences={loaderData.preferences} />,
    },
    { id: "consents", heading: t("consents.title"), content: <Consents own={own} /> },
    { id: "blocked", heading: moderation("blocked.title"), content: <BlockedMembers blocks={blocks} /> },
    { id: "known", heading: hiddenContacts("known.title"), content: <KnownPeople /> },
    { id: "language", heading: shell("footer.language"), content: <LanguageSetting /> },
    { id: "appearance", heading: shell("theme.legend"), content: <AppearanceSetting /> },
    { id: "my-data", heading: privacy("data.title"), content: <MyData initial={download} /> },
    { id: "leave", heading: privacy("leave.title"), content: <LeaveSetting /> },
    { id: "log-out", heading: t("settings.leave"), content: <Leave /> },
  ];
  return (
    <PostedContext value={actionData}>
      <Screen title={t("settings.title")} narrow>
        <PostedResult posted={actionData} />
        <Contents sections={sections} />
        {sections.map((section) => (
          <Section key={section.id} id={section.id} title={section.heading} className="surface-card mb-5 p-5 md:p-6">
            {section.content}
          </Section>
        ))}
      </Screen>
    </PostedContext>
  );
}

/** The link to the account deletion. */
function LeaveSetting() {
  const t = useTexts("privacy");
  return (
    <>
      <p className="mb-3 text-muted">{t("leave.text", { days: reactivationDays })}</p>
      <OutlineLink to="/delete-account">{t("leave.title")}</OutlineLink>
    </>
  );
}

/** The link to the page on which a member hides from people they know. */
function KnownPeople() {
  const t = useTexts("hidden-contacts");
  return (
    <>
      <p className="mb-3 text-muted">{t("known.text")}</p>
      <OutlineLink to="/hidden-contacts">{t("known.open")}</OutlineLink>
    </>
  );
}
