import { data, redirect } from "react-router";
import { getCard } from "#contract/members.ts";
import {
  dateFriendLength,
  dateNoteLength,
  datePlaceLength,
  getSharedDates,
  saveSharedDate,
  sharedDateHours,
} from "#contract/shared-dates.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useBrowserZone } from "#web/lib/browser-zone.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useRootData, useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { isLabelled } from "#web/member-parts/member-label.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/share-date.ts";

export const handle: ScreenHandle = { who: "members", texts: ["shared-dates"] };

/** A date that is shared is among the others, unless the member wants to change it. */
export async function loader({ context, params: { member }, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const { dates } = await page.load(getSharedDates);
  const date = dates.find((each) => each.member === member) ?? null;
  if (date !== null && !new URL(request.url).searchParams.has("change")) throw redirect(`/dates#${date.id}`);
  if (date !== null) return { name: date.name, date };
  const card = (await page.load(getCard, { query: { id: member } })).member;
  if (isLabelled(card)) throw data({ message: "" }, { status: 404 });
  return { name: card.name, date };
}

async function send(call: CallFunction, { member = "", ...typed }: Fields): Promise<true> {
  const { day = "", time = "", fine_by = "", time_zone = "", place = "", note = "", friend = "" } = typed;
  await call(saveSharedDate, { body: { member, day, time, fine_by, time_zone, place, note, friend } });
  return true;
}

/** The date's page, which says whether the friend needs its link now. */
const after = (change: boolean) => `/dates?saved=${change ? "change" : "new"}`;

export const action = createAction(send, (_, { request }) => after(new URL(request.url).searchParams.has("change")));

/** The evening's usual end; the member changes it. */
const usualFineBy = "23:00";

/** Tells a friend about a date, or changes what was told (R12.03). */
export default function ShareDate({ params, loaderData: { name, date }, actionData }: Route.ComponentProps) {
  const t = useTexts("shared-dates");
  const { continueTo } = useSession();
  const { submit, pending, failure, typed } = useForm(send, actionData);
  const ownZone = useBrowserZone(useRootData()?.timeZone ?? "UTC");
  const timeZone = date?.time_zone ?? ownZone;
  const first = { ...date?.typed, place: date?.place, note: date?.note, friend: date?.friend, ...typed };
  return (
    <Screen title={t(date ? "form.title_change" : "form.title")} narrow>
      <p className="mb-5">{t("form.intro", { name })}</p>
      <CallForm
        failure={failure}
        onSubmit={(fields) => void submit(fields, () => void continueTo(after(date !== null)))}
      >
        <input type="hidden" name="member" value={params.member} />
        <input type="hidden" name="time_zone" value={timeZone} />
        <div className="grid gap-x-4 sm:grid-cols-2">
          <TextField name="day" type="date" label={t("form.day")} defaultValue={first.day} required />
          <TextField name="time" type="time" label={t("form.time")} defaultValue={first.time} required />
        </div>
        <TextField
          name="place"
          label={t("form.place")}
          note={t("form.place_note")}
          maxLength={datePlaceLength}
          defaultValue={first.place}
          required
        />
        <TextField
          name="fine_by"
          type="time"
          label={t("form.fine_by")}
          note={t("form.fine_by_note")}
          defaultValue={first.fine_by ?? usualFineBy}
          required
        />
        <p className="mb-4 text-muted text-sm">{t("form.zone", { zone: timeZone })}</p>
        <TextArea
          name="note"
          label={t("form.note")}
          note={t("form.note_note")}
          maxLength={dateNoteLength}
          defaultValue={first.note}
          optional
        />
        <TextField
          name="friend"
          label={t("form.friend")}
          note={t("form.friend_note")}
          maxLength={dateFriendLength}
          defaultValue={first.friend}
          autoComplete="off"
          optional
        />
        <Section title={t("form.seen_title")} heading="text-lg" className="mb-5 rounded-md bg-tint p-4 text-sm">
          <p className="mt-1">{t("form.seen", { name })}</p>
          <p className="mt-2">{t("form.ends", { hours: sharedDateHours })}</p>
          <p className="mt-2">{t("form.unwatched")}</p>
        </Section>
        <Button type="submit" size="large" wide pending={pending}>
          {t(date ? "form.save" : "form.create")}
        </Button>
      </CallForm>
      <p className="mt-3">
        <TextLink to="/dates">{t("form.all")}</TextLink>
      </p>
    </Screen>
  );
}
