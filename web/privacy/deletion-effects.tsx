import { Coins, EyeOff, type LucideIcon, ReceiptText, Trash2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { reactivationDays } from "#contract/constants.ts";
import type { User } from "#contract/user.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";

type PointProps = { icon: LucideIcon; title: string; children: ReactNode };

function Point({ icon: Icon, title, children }: PointProps) {
  return (
    <li className="flex gap-4">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-tint text-primary-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        <p>{children}</p>
      </div>
    </li>
  );
}

/** Explains what a deletion does, when, and what remains, as far as it applies to this member (D3.9). */
export function DeletionEffects({ user }: { user: User }) {
  const t = useTexts("privacy");
  const { credits: count, email, paid_user: paid } = user;
  const strong = (words: string) => <strong className="break-words">{words}</strong>;
  return (
    <ol className="mb-6 flex flex-col gap-5">
      <Point icon={EyeOff} title={t("delete.now_title")}>
        {t("delete.now_text")}
      </Point>
      <Point icon={Undo2} title={t("delete.back_title", { days: reactivationDays })}>
        {rich(t("delete.back_text", { email }), { email: strong })}
      </Point>
      <Point icon={Trash2} title={t("delete.end_title")}>
        {t("delete.end_text")}
      </Point>
      {count > 0 ? (
        <Point icon={Coins} title={t("delete.credits_title", { count })}>
          {rich(t("delete.credits_text"), {
            returns: (words) => (
              <Link to="/pages/return-policy" className="link">
                {words}
              </Link>
            ),
          })}
        </Point>
      ) : null}
      {paid ? (
        <Point icon={ReceiptText} title={t("delete.kept_title")}>
          {t("delete.kept_text")}
        </Point>
      ) : null}
    </ol>
  );
}
