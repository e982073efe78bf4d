import {
  BadgeCheck,
  BadgeX,
  Bell,
  CircleCheck,
  Download,
  Flag,
  ImageOff,
  KeyRound,
  type LucideIcon,
  MailOpen,
  MailWarning,
  MonitorSmartphone,
  Receipt,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Undo2,
} from "lucide-react";
import { Link } from "react-router";
import { getUpdates, seeUpdates, type Update, type UpdateKind } from "#contract/updates.ts";
import { call } from "#web/lib/call.ts";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { useMarkSeen } from "#web/lib/use-mark-seen.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/updates.ts";

export const handle: ScreenHandle = { who: "members", texts: ["updates"] };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  return await page.load(getUpdates);
}

const icons: Record<UpdateKind, LucideIcon> = {
  new_device: MonitorSmartphone,
  password_changed: KeyRound,
  passkey_added: KeyRound,
  passkey_removed: KeyRound,
  mail_changed: MailWarning,
  mails_bounced: MailWarning,
  mails_complained: MailWarning,
  text_approved: CircleCheck,
  text_rejected: Flag,
  photo_approved: CircleCheck,
  photo_rejected: ImageOff,
  report_received: Flag,
  complaint_answered: MailOpen,
  decision: Scale,
  verified: BadgeCheck,
  verification_rejected: BadgeX,
  verification_expired: BadgeX,
  age_assured: BadgeCheck,
  age_rejected: BadgeX,
  no_answer: Undo2,
  declined: Undo2,
  fraud: ShieldAlert,
  fraud_lifted: ShieldCheck,
  refund_sent: Receipt,
  refund_failed: Receipt,
  chargeback: Receipt,
  terms_change: ScrollText,
  download_ready: Download,
};

type LinkWords =
  | "devices"
  | "settings"
  | "profile"
  | "chat"
  | "payment"
  | "data"
  | "decision"
  | "reports"
  | "answer"
  | "terms"
  | "warning";

const links: Record<UpdateKind, LinkWords> = {
  new_device: "devices",
  password_changed: "settings",
  passkey_added: "settings",
  passkey_removed: "settings",
  mail_changed: "settings",
  mails_bounced: "settings",
  mails_complained: "settings",
  text_approved: "profile",
  text_rejected: "profile",
  photo_approved: "profile",
  photo_rejected: "chat",
  report_received: "reports",
  complaint_answered: "answer",
  decision: "decision",
  verified: "profile",
  verification_rejected: "profile",
  verification_expired: "profile",
  age_assured: "profile",
  age_rejected: "profile",
  no_answer: "chat",
  declined: "chat",
  fraud: "warning",
  fraud_lifted: "warning",
  refund_sent: "payment",
  refund_failed: "payment",
  chargeback: "payment",
  terms_change: "terms",
  download_ready: "data",
};

function Entry({ update: { kind, path, created_at, update_new } }: { update: Update }) {
  const t = useTexts("updates");
  const format = useFormat();
  const Icon = icons[kind];
  return (
    <li className="flex gap-3 border-line border-b py-4 last:border-b-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className={update_new ? "font-semibold" : undefined}>
          {t(`kind.${kind}`)}
          {update_new ? (
            <>
              {" "}
              <Chip tone="tint">{t("new")}</Chip>
            </>
          ) : null}
        </p>
        <p className="mt-0.5 text-muted text-sm">
          <time dateTime={created_at}>{format.date(created_at)}</time>
        </p>
        {path === null ? null : (
          <Link to={path} className="link inline-block py-2.5">
            {t(`link.${links[kind]}`)}
          </Link>
        )}
      </div>
    </li>
  );
}

/** News about the member's account that is not a chat, a like or a visit. */
export default function Updates({ loaderData: { updates } }: Route.ComponentProps) {
  const t = useTexts("updates");
  const newIds = updates.filter(({ update_new }) => update_new).map(({ id }) => id);
  useMarkSeen(newIds, async (ids) => {
    const { new_updates } = await call(seeUpdates, { body: { ids } });
    return { new_updates };
  });
  return (
    <Screen
      title={t("title")}
      narrow
      actions={
        <Link to="/decisions" className="link py-2.5">
          {t("link.decisions")}
        </Link>
      }
    >
      {updates.length === 0 ? (
        <EmptyState icon={<Bell aria-hidden className="size-8" />} title={t("empty.title")} text={t("empty.text")}>
          <ButtonLink to="/notifications" look="outline">
            {t("empty.settings")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="surface-card px-5 md:px-6">
          {updates.map((update) => (
            <Entry key={update.id} update={update} />
          ))}
        </ul>
      )}
    </Screen>
  );
}
