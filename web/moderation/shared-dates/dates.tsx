import { Check, MapPin } from "lucide-react";
import { useState } from "react";
import {
  confirmFine,
  endSharedDate,
  getSharedDates,
  postponeReminder,
  renewDateLink,
  type SharedDate,
} from "#contract/shared-dates.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { Button, ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/dates.ts";
import { DateFacts, useMoment } from "./date-facts.tsx";
import { LinkToShare } from "./link-to-share.tsx";

export const handle: ScreenHandle = { who: "members", texts: ["shared-dates"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const { dates } = await page.load(getSharedDates);
  return { dates, origin: page.origin, saved: new URL(request.url).searchParams.get("saved") };
}

type SendPressed = (call: CallFunction, id: string, at: string) => Promise<unknown>;

/** What the buttons of a date do, by their value, and the words for what is done. */
const buttons = {
  fine: { words: "list.fine_saved", send: (call, id) => call(confirmFine, { body: { id } }) },
  later: { words: "list.later_saved", send: (call, id, at) => call(postponeReminder, { body: { id, at } }) },
  renew: { words: "list.link_renewed", send: (call, id) => call(renewDateLink, { body: { id } }) },
  end: { words: "list.ended", send: (call, id) => call(endSharedDate, { body: { id } }) },
} as const satisfies Record<string, { words: string; send: SendPressed }>;
type Done = keyof typeof buttons;

const isButton = (does: string): does is Done => Object.hasOwn(buttons, does);

async function send(call: CallFunction, { does = "", id = "", at = "" }: Fields): Promise<Done | null> {
  if (!isButton(does)) return null;
  const { send: sendPressed }: { send: SendPressed } = buttons[does];
  await sendPressed(call, id, at);
  return does;
}

export const action = createAction(send);

/** The dates that the member told a friend about (R12.03): "I'm fine", the link, and their end. */
export default function Dates({ loaderData, actionData }: Route.ComponentProps) {
  const { dates, origin, saved } = loaderData;
  const t = useTexts("shared-dates");
  const { refresh } = useSession();
  const [pressed, setPressed] = useState<{ done: Done } | null>(null);
  // the pressed button may be gone
  const status = useFocus<HTMLParagraphElement>(pressed);
  const done = pressed?.done ?? actionData?.answer ?? null;
  const savedWords = saved === null ? null : t(saved === "change" ? "list.changed_saved" : "list.saved");
  const text = done === null ? savedWords : t(buttons[done].words);
  const onDone = async (answer: Done | null) => {
    await refresh();
    if (answer !== null) setPressed({ done: answer });
  };
  return (
    <Screen title={t("list.title")} narrow>
      <p ref={status} tabIndex={-1} role="status" className="mb-4 font-medium text-secondary-ink">
        {text}
      </p>
      {dates.length === 0 ? (
        <EmptyState
          icon={<MapPin aria-hidden className="size-8" />}
          title={t("list.empty")}
          text={t("list.empty_text")}
        >
          <ButtonLink to="/chats">{t("list.chats")}</ButtonLink>
        </EmptyState>
      ) : (
        dates.map((date) => (
          <DateCard
            key={date.id}
            date={date}
            address={origin + date.link}
            posted={actionData?.typed.id === date.id ? actionData : undefined}
            onDone={onDone}
          />
        ))
      )}
    </Screen>
  );
}

type FormProps = {
  date: SharedDate;
  posted: Posted<Done | null> | undefined;
  onDone: (done: Done | null) => Promise<void>;
};

function DateCard({ date, address, posted, onDone }: FormProps & { address: string }) {
  const t = useTexts("shared-dates");
  const moment = useMoment(date.time_zone);
  const isAsked = date.state === "early" || date.state === "overdue";
  return (
    <Section id={date.id} title={t("list.with", { name: date.name })} className="surface-card mb-6 scroll-mt-20 p-5">
      <dl className="space-y-2">
        <DateFacts date={date} />
      </dl>
      <div className="mt-4">
        <State date={date} />
      </div>
      {isAsked ? <SayFine date={date} posted={posted} onDone={onDone} /> : null}
      {/* in no form: Enter in its field must not say that the member is fine */}
      <LinkToShare address={address} friend={date.friend} />
      <div className="mt-5">
        <OutlineLink to={`/dates/${date.member}?change=1`}>{t("button.change")}</OutlineLink>
      </div>
      <RenewOrEnd date={date} posted={isAsked ? undefined : posted} onDone={onDone} />
      <p className="mt-3 text-muted text-sm">{t("list.ends", { when: moment(date.ends_at) })}</p>
    </Section>
  );
}

function SayFine({ date: { id, later_at: laterAt }, posted, onDone }: FormProps) {
  const t = useTexts("shared-dates");
  const { submit, pending, failure } = useForm(send, posted);
  return (
    <CallForm failure={failure} className="mt-4" onSubmit={(fields) => void submit(fields, onDone)}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="at" value={laterAt ?? ""} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" name="does" value="fine" size="large" pending={pending}>
          <Check aria-hidden className="size-5" />
          {t("button.fine")}
        </Button>
        {laterAt === null ? null : (
          <Button type="submit" name="does" value="later" look="outline" size="large" pending={pending}>
            {t("button.later")}
          </Button>
        )}
      </div>
    </CallForm>
  );
}

function RenewOrEnd({ date: { id }, posted, onDone }: FormProps) {
  const t = useTexts("shared-dates");
  const { submit, pending, failure } = useForm(send, posted);
  return (
    <details className="mt-3">
      <summary className="link inline-block cursor-pointer py-2.5">{t("link.more")}</summary>
      <CallForm failure={failure} onSubmit={(fields) => void submit(fields, onDone)}>
        <input type="hidden" name="id" value={id} />
        <p className="mt-2 text-sm">{t("link.renew_note")}</p>
        <Button type="submit" name="does" value="renew" look="outline" className="mt-2" pending={pending}>
          {t("button.renew")}
        </Button>
        <p className="mt-5 text-sm">{t("link.end_note")}</p>
        <Button type="submit" name="does" value="end" look="danger" className="mt-2" pending={pending}>
          {t("button.end")}
        </Button>
      </CallForm>
    </details>
  );
}

function State({ date: { state, time_zone, fine_by, fine_at } }: { date: SharedDate }) {
  const t = useTexts("shared-dates");
  const moment = useMoment(time_zone);
  if (state === "overdue") return <Notice tone="warning">{t("list.overdue", { when: moment(fine_by) })}</Notice>;
  if (fine_at !== null) return <Notice tone="good">{t("list.fine", { when: moment(fine_at) })}</Notice>;
  return (
    <>
      <p className="font-medium">{t("list.early", { when: moment(fine_by) })}</p>
      {state === "planned" ? <p className="mt-1 text-muted text-sm">{t("list.planned")}</p> : null}
    </>
  );
}
