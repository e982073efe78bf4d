import {
  AlarmClock,
  BadgeCheck,
  BadgeX,
  Bell,
  CircleCheck,
  Coins,
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
import { getPhotos, type OwnPhoto } from "#contract/photos.ts";
import { photoOf } from "#contract/update-photos.ts";
import { getUpdates, seeUpdates, type UpdateKind } from "#contract/updates.ts";
import { callByItself } from "#web/lib/call.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useMarkSeen } from "#web/member-parts/use-mark-seen.ts";
import { OutlineLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/updates.ts";
import { groupUpdates, type UpdateGroup } from "./group-updates.ts";

export const handle: ScreenHandle = { who: "members", texts: ["updates"], mood: "browsing" };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const { updates } = await page.load(getUpdates);
  const { photos } = updates.some((update) => photoOf(update)) ? await page.load(getPhotos) : { photos: [] };
  return { updates, photos };
}

/** The icon of each kind, and the words of its link. */
const kinds = {
  new_device: [MonitorSmartphone, "devices"],
  password_changed: [KeyRound, "settings"],
  passkey_added: [KeyRound, "settings"],
  passkey_removed: [KeyRound, "settings"],
  mail_changed: [MailWarning, "settings"],
  mails_bounced: [MailWarning, "settings"],
  mails_complained: [MailWarning, "settings"],
  text_approved: [CircleCheck, "profile"],
  text_rejected: [Flag, "decision"],
  question_rejected: [Flag, "decision"],
  question_approved: [CircleCheck, "profile"],
  photo_approved: [CircleCheck, "profile"],
  introduction_approved: [CircleCheck, "profile"],
  text_removed: [Flag, "decision"],
  photo_rejected: [ImageOff, "decision"],
  chat_photo_rejected: [ImageOff, "decision"],
  voice_rejected: [Flag, "decision"],
  introduction_rejected: [Flag, "decision"],
  report_received: [Flag, "reports"],
  report_decided: [Scale, "decision"],
  complaint_answered: [MailOpen, "answer"],
  staff_message: [MailOpen, "message"],
  decision: [Scale, "decision"],
  appeal_answered: [Scale, "decision"],
  verified: [BadgeCheck, "profile"],
  verification_rejected: [BadgeX, "profile"],
  verification_expired: [BadgeX, "profile"],
  verification_reopened: [Undo2, "profile"],
  age_assured: [BadgeCheck, "profile"],
  age_rejected: [BadgeX, "profile"],
  no_answer: [Undo2, "chat"],
  declined: [Undo2, "chat"],
  fraud: [ShieldAlert, "warning"],
  fraud_lifted: [ShieldCheck, "warning"],
  refund_ordered: [Receipt, "payment"],
  refund_sent: [Receipt, "payment"],
  refund_failed: [Receipt, "payment"],
  direct_debit_failed: [Receipt, "payment"],
  chargeback: [Receipt, "payment"],
  chargeback_reversed: [Receipt, "payment"],
  credits_given: [Coins, "credits"],
  credits_taken: [Coins, "credits"],
  terms_change: [ScrollText, "terms"],
  download_ready: [Download, "data"],
  date_reminder: [AlarmClock, "date"],
} as const satisfies Record<UpdateKind, readonly [LucideIcon, string]>;

type EntryProps = { group: UpdateGroup; photos: readonly OwnPhoto[] };

function Entry({ group, photos }: EntryProps) {
  const [{ kind, path, created_at, update_new }] = group;
  const t = useTexts("updates");
  const format = useFormat();
  const [Icon, link] = kinds[kind];
  const several = kind === "new_device" ? "new_devices" : "photos_approved";
  const shownPhotos = group.flatMap((update) => photos.find(({ id }) => id === photoOf(update)) ?? []);
  return (
    <li className="flex gap-3 border-line border-b py-4 last:border-b-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className={update_new ? "font-semibold" : undefined}>
          {group.length > 1 ? t(several, { count: group.length }) : t(`kind.${kind}`)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <time dateTime={created_at}>
            {format.date(created_at)}, {format.time(created_at)}
          </time>
          {update_new ? <Chip tone="tint">{t("new")}</Chip> : null}
        </p>
        {shownPhotos.length === 0 ? null : (
          <p className="mt-2 flex flex-wrap gap-2">
            {shownPhotos.map((photo) => (
              <Photo key={photo.id} image={photo} alt="" sizes="56px" className="size-14 rounded-sm" />
            ))}
          </p>
        )}
        {path === null ? null : <TextLink to={path}>{t(`link.${link}`)}</TextLink>}
      </div>
    </li>
  );
}

/** News about the member's account that is not a chat, a like or a visit. */
export default function Updates({ loaderData: { updates, photos } }: Route.ComponentProps) {
  const t = useTexts("updates");
  const newIds = updates.filter(({ update_new }) => update_new).map(({ id }) => id);
  useMarkSeen(newIds, async (ids) => {
    const { new_updates } = await callByItself(seeUpdates, { body: { ids } });
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
          <OutlineLink to="/notifications">{t("link.settings")}</OutlineLink>
        </EmptyState>
      ) : (
        <ul className="surface-card px-5 md:px-6">
          {groupUpdates(updates).map((group) => (
            <Entry key={group[0].id} group={group} photos={photos} />
          ))}
        </ul>
      )}
    </Screen>
  );
}
