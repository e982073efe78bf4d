import { Gift, type LucideIcon, Mail, Wallet } from "lucide-react";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

function NoteLine({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-secondary-ink" />
      {children}
    </li>
  );
}

/** Explains what the button at the end of the form does, before it is pressed. */
export function SignupNotes() {
  const t = useTexts("account");
  const { signup_credits: count } = useSettings();
  return (
    <ul className="mb-5 flex flex-col gap-1.5 rounded-md bg-good-tint px-4 py-3 text-sm">
      <NoteLine icon={Wallet}>{t("signup.gets_free")}</NoteLine>
      <NoteLine icon={Mail}>{t("signup.gets_mail")}</NoteLine>
      {count > 0 ? <NoteLine icon={Gift}>{t("signup.gets_gift", { count })}</NoteLine> : null}
    </ul>
  );
}
