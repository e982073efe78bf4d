import { Coins, EyeOff, Landmark, type LucideIcon, MapPin, ReceiptText, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type DeleteReason, deleteAccount, deleteCommentLength, deleteReasons } from "#contract/account.ts";
import { reactivationDays } from "#contract/constants.ts";
import { getPayments } from "#contract/payments.ts";
import type { User } from "#contract/user.ts";
import { getUnspent } from "#contract/withdrawals.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { rich, useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { useBonus } from "#web/member-parts/bonus-state.ts";
import { deleteTraces } from "#web/notifications/delete-traces.ts";
import { SettingsLink } from "#web/setting-parts/settings-link.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { linkTo } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/delete-account.ts";

export const handle: ScreenHandle = { who: "members", texts: ["privacy"], mood: "settings" };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [unspent, { payments }] = await Promise.all([page.load(getUnspent), page.load(getPayments)]);
  // a direct debit leaves fingerprints, also if it was not paid
  const hasRecords = payments.some(({ status, method }) => status === "completed" || method === "sepa");
  return { user, unspent, hasRecords };
}

const send = (call: CallFunction, { password = "", reason, comment = "", refund }: Fields) =>
  call(deleteAccount, {
    body: {
      password,
      reason: deleteReasons.find((code) => code === reason),
      comment: comment.trim() === "" ? undefined : comment,
      refund: refund === "yes",
    },
  });

export const action = createAction(send, () => "/account-deleted");

/** After the deletion the loader would redirect to the login, but the screen navigates by itself. */
export const shouldRevalidate = () => false;

/** Names the effects first; the reason is optional, and keeping the account is as easy. */
export default function DeleteAccount({ loaderData: { user, unspent, hasRecords }, actionData }: Route.ComponentProps) {
  const t = useTexts("privacy");
  const form = useForm(send, actionData);
  const noteId = useId();
  const { runWhileSessionEnds, continueTo } = useSession();
  const format = useFormat();
  const sum = formatSums(format, unspent.refunds);
  const reasons = deleteReasons.map((value: DeleteReason) => ({ value, label: t(`delete.reason_${value}`) }));

  return (
    <Screen title={t("leave.title")} above={<SettingsLink label={t("leave.settings")} />} narrow>
      <p className="-mt-3 mb-6 text-lg text-muted">{t("delete.intro")}</p>
      <p className="mb-6 rounded-md bg-tint p-4">
        {rich(t("delete.before"), {
          settings: linkTo("/notifications", "link font-semibold"),
        })}
      </p>
      <DeletionEffects user={user} unspent={unspent} hasRecords={hasRecords} />
      <CallForm
        failure={form.failure}
        onSubmit={(values) =>
          runWhileSessionEnds(() =>
            form.submit(values, async ({ until, refunds }) => {
              deleteTraces();
              const refund = formatSums(format, refunds);
              await continueTo("/account-deleted", { replace: true, state: { until, refund, email: user.email } });
            }),
          )
        }
      >
        <SelectField
          name="reason"
          label={t("delete.reason")}
          optional
          empty={t("delete.reason_none")}
          options={reasons}
          defaultValue={form.typed.reason}
        />
        <TextArea
          name="comment"
          label={t("delete.comment")}
          note={t("delete.comment_note", { count: deleteCommentLength })}
          optional
          defaultValue={form.typed.comment}
        />
        <PasswordField
          name="password"
          label={t("delete.password")}
          note={t("delete.password_note")}
          autoComplete="current-password"
          required
        />
        <div className="flex flex-col gap-3">
          {sum === "" ? null : (
            <Button name="refund" value="yes" type="submit" look="danger" size="large" wide pending={form.pending}>
              {t("delete.with_refund", { sum })}
            </Button>
          )}
          {sum === "" ? (
            <Button type="submit" look="danger" size="large" wide pending={form.pending}>
              {t("leave.title")}
            </Button>
          ) : (
            <div>
              <Button type="submit" look="outline" size="large" wide pending={form.pending} aria-describedby={noteId}>
                {t("delete.without_refund")}
              </Button>
              <p id={noteId} className="mt-1.5 text-center text-muted text-sm">
                {t("delete.without_refund_note", { days: reactivationDays })}
              </p>
            </div>
          )}
          <ButtonLink to="/notifications" look="outline" size="large" wide>
            {t("delete.cancel")}
          </ButtonLink>
        </div>
      </CallForm>
    </Screen>
  );
}

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

type Effects = Omit<Route.ComponentProps["loaderData"], "user"> & { user: User };

/** Explains what a deletion does, when, and what remains, as far as it applies to this member. */
function DeletionEffects({ user, unspent, hasRecords }: Effects) {
  const t = useTexts("privacy");
  const format = useFormat();
  const [sum, coming] = [formatSums(format, unspent.refunds), formatSums(format, unspent.coming)];
  const { credits: count, email } = user;
  const bonus = useBonus();
  const strong = (words: string) => <strong className="break-words">{words}</strong>;
  return (
    <ol className="mb-6 flex flex-col gap-5">
      <Point icon={EyeOff} title={t("delete.now_title")}>
        {t("delete.now_text")}
      </Point>
      {user.shared_dates.map(({ id, name }) => (
        <Point key={id} icon={MapPin} title={t("delete.date_title", { name })}>
          {t("delete.date_text")}
        </Point>
      ))}
      <Point icon={Undo2} title={t("delete.back_title", { days: reactivationDays })}>
        {rich(t("delete.back_text", { email }), { email: strong })}
        {sum === "" && bonus === null ? null : ` ${t("delete.no_discount")}`}
      </Point>
      <Point icon={Trash2} title={t("delete.end_title")}>
        {t("delete.end_text")}
      </Point>
      {count > 0 ? (
        <Point icon={Coins} title={t("delete.credits_title", { count })}>
          {t("delete.credits_text")}
          {sum === "" ? null : ` ${t("delete.credits_refund", { sum })}`}
        </Point>
      ) : null}
      {coming === "" ? null : (
        <Point icon={Landmark} title={t("delete.coming_title")}>
          {t("delete.coming", { sum: coming })}
        </Point>
      )}
      {hasRecords ? (
        <Point icon={ReceiptText} title={t("delete.kept_title")}>
          {t("delete.kept_text")}
        </Point>
      ) : null}
    </ol>
  );
}
