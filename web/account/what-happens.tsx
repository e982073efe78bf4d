import { Gift, Mail, Wallet } from "lucide-react";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";

/** What the button at the end of the signup sets going, said before it is pressed. */
export function WhatHappens({ email }: { email: string }) {
  const t = useTexts("account");
  const { signup_credits: count } = useSettings();
  const strong = { email: (words: string) => <strong>{words}</strong> };
  const row = "flex items-start gap-2.5";
  const icon = "mt-0.5 size-5 shrink-0 text-secondary-ink";
  return (
    <section className="mb-5 rounded-md bg-good-tint p-4">
      <h3 className="mb-2 font-semibold">{t("signup.then")}</h3>
      <ul className="flex flex-col gap-2">
        <li className={row}>
          <Wallet aria-hidden className={icon} />
          <span>{t("signup.then_free")}</span>
        </li>
        <li className={row}>
          <Mail aria-hidden className={icon} />
          <span>{email === "" ? t("signup.then_mail_plain") : rich(t("signup.then_mail", { email }), strong)}</span>
        </li>
        {count > 0 ? (
          <li className={row}>
            <Gift aria-hidden className={icon} />
            <span>{t("signup.then_gift", { count })}</span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
