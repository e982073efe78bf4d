import { MapPinOff } from "lucide-react";
import { useLocation } from "react-router";
import { type FriendsDate, openSharedDate } from "#contract/shared-dates.ts";
import { loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/friends-page.ts";
import { DateFacts, useMoment } from "./date-facts.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["shared-dates"], entryWarning: false };

export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadByLink(async () => (await pageOf(context).call(openSharedDate, { query: { token } })).date);

/** The address opens the page, so no other site may learn it. */
export function headers() {
  return { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" };
}

/** What a friend sees of a date, by a link and without an account (R12.03). */
export default function FriendsPage({ loaderData: date }: Route.ComponentProps) {
  const t = useTexts("shared-dates");
  if (date === null) {
    return (
      <Outcome icon={MapPinOff} title={t("friend.over_title")}>
        <p>{t("friend.over")}</p>
      </Outcome>
    );
  }
  return <Shared date={date} />;
}

function Shared({ date }: { date: FriendsDate }) {
  const t = useTexts("shared-dates");
  const { pathname } = useLocation();
  const moment = useMoment(date.time_zone);
  const { sharer, name, friend } = date;
  const site = useRootData()?.settings.name ?? "";
  return (
    <article className="container max-w-2xl py-6 md:py-10">
      <PageTitle title={t("friend.tab")} />
      {friend === "" ? null : <p className="wrap-anywhere mb-1 text-muted">{t("friend.hello", { friend })}</p>}
      <h1 className="text-3xl md:text-4xl">{t("friend.heading", { sharer })}</h1>
      <p className="mt-2">{t("friend.intro", { sharer })}</p>
      <div className="mt-5">
        <State date={date} />
      </div>
      <dl className="surface-card mt-5 space-y-3 p-5">
        <DateFacts date={date} />
        <Fact term={t("fact.with")} className="font-semibold">
          <bdi>{name}</bdi>
        </Fact>
        <Fact term={t("fact.profile")} className="wrap-anywhere">
          <span className="font-mono text-sm">{date.profile}</span>
          <span className="block text-muted text-sm">{t("friend.profile_note", { site })}</span>
        </Fact>
      </dl>
      <p className="mt-3">
        <TextLink to={pathname} reloadDocument>
          {t("friend.again")}
        </TextLink>
      </p>
      <p className="text-muted text-sm">{t("friend.unwatched")}</p>
      <Section title={t("friend.worried_title")} heading="text-2xl" className="mt-8">
        <p className="mt-1">{t("friend.worried", { sharer })}</p>
        {date.emergency === null ? null : (
          <dl className="mt-3">
            <Fact term={t("fact.emergency")} className="font-bold text-xl">
              {date.emergency.split(", ").map((number) => (
                <a key={number} href={`tel:${number}`} className="link me-4 inline-block py-2.5">
                  {number}
                </a>
              ))}
            </Fact>
          </dl>
        )}
      </Section>
      <p className="mt-8 text-muted text-sm">{t("friend.ends", { when: moment(date.ends_at) })}</p>
    </article>
  );
}

function State({ date: { state, sharer, time_zone, fine_by, fine_at } }: { date: FriendsDate }) {
  const t = useTexts("shared-dates");
  const moment = useMoment(time_zone);
  const when = moment(fine_at ?? fine_by);
  if (state === "overdue") {
    return (
      <Notice tone="warning" title={t("friend.overdue", { sharer, when })}>
        <p className="mt-1">{t("friend.overdue_note", { sharer })}</p>
      </Notice>
    );
  }
  if (state === "fine") return <Notice tone="good" title={t("friend.fine", { sharer, when })} />;
  return <Notice title={t("friend.early", { sharer, when })} />;
}
