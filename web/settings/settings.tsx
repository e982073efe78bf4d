import { MailCheck, MailWarning } from "lucide-react";
import { useEffect } from "react";
import { data, useLocation, useNavigate } from "react-router";
import { getMailChange } from "#contract/account.ts";
import { getDevices } from "#contract/auth.ts";
import { getPreferences } from "#contract/match-finder.ts";
import { getBlocks } from "#contract/moderation.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getPasskeys } from "#contract/passkeys.ts";
import { getDownload } from "#contract/privacy.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { isSettingSection, type SettingSection, settingPath } from "#contract/setting-sections.ts";
import type { User } from "#contract/user.ts";
import { OutboxHint, ResendActivation, WrongAddress } from "#web/account/resend-activation.tsx";
import { AddressSetting } from "#web/auth/address-setting.tsx";
import { DevicesSetting } from "#web/auth/devices-setting.tsx";
import { Passkeys } from "#web/auth/passkeys.tsx";
import { PasswordSetting } from "#web/auth/password-setting.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Posted } from "#web/lib/use-form.ts";
import { BlockedMembers } from "#web/moderation/blocked-members.tsx";
import { NotificationSettings } from "#web/notifications/notification-settings.tsx";
import { MyData } from "#web/privacy/my-data.tsx";
import { PostedContext } from "#web/setting-parts/setting-form.tsx";
import { SettingsLink } from "#web/setting-parts/settings-link.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/settings.ts";
import { AppearanceSetting } from "./appearance-setting.tsx";
import { Consents } from "./consents.tsx";
import { LanguageSetting } from "./language-setting.tsx";
import { PrivacySettings } from "./privacy-settings.tsx";
import { saveSetting } from "./save-setting.ts";
import { SettingList, useSettingRows } from "./setting-list.tsx";

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

/** What a section shows, loaded with its screen. */
async function loadSection(page: Page, section: SettingSection) {
  switch (section) {
    case "address":
    case "password":
      return { section, waiting: (await page.load(getMailChange)).email };
    case "passkeys":
      return { section, passkeys: await page.load(getPasskeys) };
    case "devices":
      return { section, devices: (await page.load(getDevices)).devices };
    case "told":
      return { section, notifications: await page.load(getNotifications) };
    case "privacy": {
      const [own, preferences] = await Promise.all([page.load(getOwnProfile), page.load(getPreferences)]);
      return { section, own, preferences };
    }
    case "consents":
      return { section, own: await page.load(getOwnProfile) };
    case "blocked":
      return { section, blocks: (await page.load(getBlocks)).blocks };
    case "my-data":
      return { section, download: (await page.load(getDownload)).download };
    default:
      return { section };
  }
}
type Loaded = Awaited<ReturnType<typeof loadSection>>;

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const { section } = params;
  if (section === undefined) return { user, loaded: null };
  if (!isSettingSection(section)) throw data(null, { status: 404 });
  return { user, loaded: await loadSection(page, section) };
}

export const action = saveSetting;

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

/** The result of a form posted without scripts; field errors are shown at their fields instead. */
function PostedResult({ posted }: { posted: Posted<{ email: string }> | undefined }) {
  const t = useTexts("account");
  const access = useTexts("auth");
  const notifications = useTexts("notifications");
  if (posted === undefined) return null;
  const { answer, failure, typed } = posted;
  if (failure) return Object.keys(failure.fields).length > 0 ? null : <FormError failure={failure} />;
  const email = answer?.email ?? "";
  // the section itself says what happens now
  if (typed.setting === "data" || typed.setting === "address") return null;
  const texts: Readonly<Record<string, string>> = {
    resend: t("mail.sent", { email }),
    address_cancel: access("address.cancelled"),
    password: access("password.changed"),
  };
  return (
    <div className="mb-5">
      <Notice tone="good">{texts[typed.setting ?? ""] ?? notifications("settings.saved")}</Notice>
    </div>
  );
}

/** A link of before, `/notifications#devices`, leads to that section. */
function useFormerAddress(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const section = hash.slice(1);
  useEffect(() => {
    if (isSettingSection(section)) void navigate(settingPath(section), { replace: true });
  }, [section, navigate]);
}

function Content({ loaded, user }: { loaded: Loaded; user: User }) {
  switch (loaded.section) {
    case "address":
      return <Address user={user} waiting={loaded.waiting} />;
    case "password":
      return <PasswordSetting email={user.email} waiting={loaded.waiting} />;
    case "passkeys":
      return <Passkeys list={loaded.passkeys} unconfirmed={user.status === "not_confirmed"} />;
    case "devices":
      return <DevicesSetting devices={loaded.devices} />;
    case "told":
      return <NotificationSettings initial={loaded.notifications} email={user.email} />;
    case "privacy":
      return <PrivacySettings own={loaded.own} preferences={loaded.preferences} />;
    case "consents":
      return <Consents own={loaded.own} />;
    case "blocked":
      return <BlockedMembers blocks={loaded.blocks} />;
    case "language":
      return <LanguageSetting />;
    case "appearance":
      return <AppearanceSetting />;
    case "my-data":
      return <MyData initial={loaded.download} />;
  }
}

/** The list of the settings, and each section on a screen of its own (R2.26), on a desktop beside the list. */
export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  const rows = useSettingRows();
  const live = useMember();
  const user = live?.status === "active" ? live : loaderData.user;
  const { loaded } = loaderData;
  useFormerAddress();
  if (loaded === null) {
    return (
      <PostedContext value={actionData}>
        <Screen title={t("settings.title")} narrow>
          <PostedResult posted={actionData} />
          <SettingList current={null} />
        </Screen>
      </PostedContext>
    );
  }
  const { section } = loaded;
  const { name } = rows[section];
  return (
    <PostedContext value={actionData}>
      <Screen title={name} above={<SettingsLink label={t("settings.title")} className="lg:hidden" />}>
        <div className="lg:grid lg:grid-cols-12 lg:items-start lg:gap-6">
          <div className="max-lg:hidden lg:col-span-4">
            <SettingList current={section} />
          </div>
          <div className="lg:col-span-7">
            <PostedResult posted={actionData} />
            <section id={section} aria-label={name} className="surface-card p-5 md:p-6">
              <Content key={section} loaded={loaded} user={user} />
            </section>
          </div>
        </div>
      </Screen>
    </PostedContext>
  );
}
