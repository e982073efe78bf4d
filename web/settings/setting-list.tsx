import {
  Ban,
  Bell,
  ChevronRight,
  Download,
  Eye,
  Fingerprint,
  IdCard,
  KeyRound,
  Languages,
  LogOut,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Signature,
  SunMoon,
  Trash2,
  UserX,
} from "lucide-react";
import { Fragment } from "react";
import { Link } from "react-router";
import { type SettingSection, settingPath, settingSections } from "#contract/setting-sections.ts";
import { useLogOut } from "#web/auth/use-log-out.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { SettingForm } from "#web/setting-parts/setting-form.tsx";
import { FormError } from "#web/ui/form-error.tsx";

type Row = { name: string; icon: LucideIcon };

/** Each section's heading, and the icon of its row. */
export function useSettingRows(): Record<SettingSection, Row> {
  const t = useTexts("account");
  const access = useTexts("auth");
  const passkeys = useTexts("passkeys");
  const notifications = useTexts("notifications");
  const moderation = useTexts("moderation");
  const shell = useTexts("shell");
  const privacy = useTexts("privacy");
  return {
    address: { name: t("signup.email"), icon: Mail },
    password: { name: access("login.password"), icon: KeyRound },
    passkeys: { name: passkeys("title"), icon: Fingerprint },
    devices: { name: access("devices.title"), icon: MonitorSmartphone },
    told: { name: notifications("settings.title"), icon: Bell },
    privacy: { name: t("privacy.title"), icon: Eye },
    consents: { name: t("consents.title"), icon: Signature },
    blocked: { name: moderation("blocked.title"), icon: Ban },
    language: { name: shell("footer.language"), icon: Languages },
    appearance: { name: shell("theme.legend"), icon: SunMoon },
    "my-data": { name: privacy("data.title"), icon: Download },
  };
}

const rowClass =
  "flex min-h-14 w-full items-center gap-3.5 px-5 py-3 text-start no-underline hover:bg-tint aria-[current=page]:bg-tint aria-[current=page]:font-semibold";

function LinkRow({ row: { name, icon: Icon }, to, current }: { row: Row; to: string; current?: boolean }) {
  return (
    <li>
      <Link to={to} aria-current={current ? "page" : undefined} className={rowClass}>
        <Icon aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 grow wrap-anywhere">{name}</span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** Needs no page of its own. */
function LogOutRow() {
  const t = useTexts("account");
  const { logOutHere, pending, failure } = useLogOut();
  return (
    <li>
      <SettingForm form={{ setting: "log_out", failure: null }} onSubmit={logOutHere}>
        <button type="submit" aria-busy={pending || undefined} className={rowClass}>
          <LogOut aria-hidden className="size-5 shrink-0 text-muted" />
          <span className="min-w-0 grow wrap-anywhere">{t("settings.leave")}</span>
        </button>
      </SettingForm>
      <FormError failure={failure} />
    </li>
  );
}

/** The rows that lead to the sections, to what stands on screens of its own, and out. */
export function SettingList({ current }: { current: SettingSection | null }) {
  const t = useTexts("account");
  const hiddenContacts = useTexts("hidden-contacts");
  const privacy = useTexts("privacy");
  const profiles = useTexts("profiles");
  const format = useFormat();
  const fixed = (["name", "birth", "who"] as const).map((fact) => profiles(`own.${fact}`));
  const rows = useSettingRows();
  return (
    <nav aria-label={t("settings.title")} className="surface-card overflow-clip">
      <ul className="divide-y divide-line">
        {settingSections.map((section) => (
          <Fragment key={section}>
            <LinkRow row={rows[section]} to={settingPath(section)} current={section === current} />
            {section === "blocked" ? (
              <LinkRow row={{ name: hiddenContacts("known.title"), icon: UserX }} to="/hidden-contacts" />
            ) : null}
          </Fragment>
        ))}
        <LinkRow row={{ name: format.list(fixed), icon: IdCard }} to="/profile#identity" />
        <LinkRow row={{ name: privacy("leave.title"), icon: Trash2 }} to="/delete-account" />
        <LogOutRow />
      </ul>
    </nav>
  );
}
