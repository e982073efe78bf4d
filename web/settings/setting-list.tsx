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

type Row = { name: string; icon: LucideIcon };

/** Each section's heading, and the icon of its row. */
export function useSettingRows(): Record<SettingSection, Row> {
  const t = useTexts("account");
  const access = useTexts("auth");
  const passkeys = useTexts("passkeys");
  const notifications = useTexts("notifications");
  const moderation = useTexts("moderation");
  const hiddenContacts = useTexts("hidden-contacts");
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
    known: { name: hiddenContacts("known.title"), icon: UserX },
    language: { name: shell("footer.language"), icon: Languages },
    appearance: { name: shell("theme.legend"), icon: SunMoon },
    "my-data": { name: privacy("data.title"), icon: Download },
    leave: { name: privacy("leave.title"), icon: Trash2 },
    "log-out": { name: t("settings.leave"), icon: LogOut },
  };
}

/** The rows that lead to the sections. */
export function SettingList({ current }: { current: SettingSection | null }) {
  const t = useTexts("account");
  const rows = useSettingRows();
  return (
    <nav aria-label={t("settings.title")} className="surface-card overflow-clip">
      <ul className="divide-y divide-line">
        {settingSections.map((section) => {
          const { name, icon: Icon } = rows[section];
          return (
            <li key={section}>
              <Link
                to={settingPath(section)}
                aria-current={section === current ? "page" : undefined}
                className="flex min-h-14 items-center gap-3.5 px-5 py-3 no-underline hover:bg-tint aria-[current=page]:bg-tint aria-[current=page]:font-semibold"
              >
                <Icon aria-hidden className="size-5 shrink-0 text-muted" />
                <span className="min-w-0 grow wrap-anywhere">{name}</span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
