import type { SharedDate } from "#contract/shared-dates.ts";
import { usePageFormats } from "#web/lib/page-formats.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Fact } from "#web/ui/fact.tsx";

/** Writes a moment as the clocks in the date's time zone show it. */
export function useMoment(timeZone: string): (iso: string) => string {
  const t = useTexts("shared-dates");
  const format = usePageFormats().formatIn(timeZone);
  return (iso) => t("list.moment", { day: format.date(iso), time: format.time(iso) });
}

type Plan = Pick<SharedDate, "time_zone" | "starts_at" | "place" | "note">;

/** When and where the date is, in a `<dl>`; the member and the friend see the same. */
export function DateFacts({ date: { time_zone, starts_at, place, note } }: { date: Plan }) {
  const t = useTexts("shared-dates");
  const moment = useMoment(time_zone);
  return (
    <>
      <Fact term={t("fact.begins")} className="font-semibold">
        <time dateTime={starts_at}>{moment(starts_at)}</time>
        {/* who reads it may be in another country */}
        <span className="block font-normal text-muted text-sm">{t("friend.zone", { zone: time_zone })}</span>
      </Fact>
      <Fact term={t("fact.place")} className="wrap-anywhere font-semibold">
        <bdi>{place}</bdi>
      </Fact>
      {note === "" ? null : (
        <Fact term={t("fact.note")} className="wrap-anywhere whitespace-pre-line">
          <bdi>{note}</bdi>
        </Fact>
      )}
    </>
  );
}
