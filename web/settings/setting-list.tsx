import {
  Ban,
  Bell,
  ChevronRight,
  Download,
  Eye,
  Fingerprint,
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
import { Link } from "react-router";
import { type SettingSection, settingPath, settingSections } from "#contract/setting-sections.ts";
import { useTexts } from "#web/lib/texts.tsx";

const icons: Record<SettingSection, LucideIcon> = {
  known: UserX,
  address: Mail,
  password: KeyRound,
  passkeys: Fingerprint,
  devices: MonitorSmartphone,
  told: Bell,
  privacy: Eye,
  consents: Signature,
  blocked: Ban,
  language: Languages,
  appearance: SunMoon,
  "my-data": Download,
  leave: Trash2,
  "log-out": LogOut,
};

/** The heading of each section. */
export function useSettingNames(): Record<SettingSection, string> {
  const t = useTexts("account");
  const access = useTexts("auth");
  const passkeys = useTexts("passkeys");
  const notifications = useTexts("notifications");
  const moderation = useTexts("moderation");
  const hiddenContacts = useTexts("hidden-contacts");
  const shell = useTexts("shell");
  const privacy = useTexts("privacy");
  return {
    address: t("signup.email"),
    password: access("login.password"),
    passkeys: passkeys("title"),
    devices: access("devices.title"),
    told: notifications("settings.title"),
    privacy: t("privacy.title"),
    consents: t("consents.title"),
    blocked: moderation("blocked.title"),
    known: hiddenContacts("known.title"),
    language: shell("footer.language"),
    appearance: shell("theme.legend"),
    "my-data": privacy("data.title"),
    leave: privacy("leave.title"),
    "log-out": t("settings.leave"),
  };
}

/** The rows that lead to the sections. */
export function SettingList({ current }: { current: SettingSection | null }) {
  const t = useTexts("account");
  const names = useSettingNames();
  return (
    <nav aria-label={t("settings.title")} className="surface-card overflow-clip">
      <ul className="divide-y divide-line">
        {settingSections.map((section) => {
          const Icon = icons[section];
          return (
            <li key={section}>
              <Link
                to={settingPath(section)}
                aria-current={section === current ? "page" : undefined}
                className="flex min-h-14 items-center gap-3.5 px-5 py-3 no-underline hover:bg-tint aria-[current=page]:bg-tint aria-[current=page]:font-semibold"
              >
                <Icon aria-hidden className="size-5 shrink-0 text-muted" />
                <span className="min-w-0 grow wrap-anywhere">{names[section]}</span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
