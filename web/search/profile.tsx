import { EllipsisVertical, IdCard, MapPin, MessageSquareQuote, Navigation } from "lucide-react";
import { Fragment, Suspense } from "react";
import { data, Link, redirect, useLocation, useRevalidator } from "react-router";
import type { InputOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import { getMember } from "#contract/members.ts";
import { getOwnProfile, type Profile } from "#contract/profiles.ts";
import { lineId, linesOf } from "#contract/quote-ids.ts";
import { isUuid } from "#contract/uuid.ts";
import { OddsNote } from "#web/chat/first-messages/odds-note.tsx";
import { Shelf } from "#web/chat/gifts/shelf.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { callAction } from "#web/lib/call-action.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { useSeeLike } from "#web/likes/use-see-like.ts";
import { FictionalSign, useFictionalWords } from "#web/member-parts/fictional-label.tsx";
import { useOutdated } from "#web/member-parts/live-queries.ts";
import { PremiumBadge } from "#web/member-parts/marks.tsx";
import { guestPath, useFormatDistance, useShowsNote } from "#web/member-parts/member-card.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { useShowsVerified, VerifiedBadge } from "#web/member-parts/verified-badge.tsx";
import {
  composeSafetyPath,
  readSafetyPart,
  type SafetyPart,
  safetyId,
  safetyQuery,
} from "#web/moderation/safety-address.ts";
import { useBlock, useReport } from "#web/moderation/use-dialogs.tsx";
import { useMemberHidden } from "#web/moderation/use-member-hidden.ts";
import { BlockEnds } from "#web/moderation/what-a-block-ends.ts";
import { IntroductionPlayer } from "#web/profiles/voice/introduction-player.tsx";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PostedError } from "#web/ui/form-error.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { Section } from "#web/ui/section.tsx";
import { useOpenByAddress } from "#web/ui/use-open-by-address.ts";
import type { Route } from "./+types/profile.ts";
import { type Activity, toActivity } from "./activity.ts";
import { Facts, Interests } from "./facts.tsx";
import { AnswerLink } from "./match-finder/answer-link.tsx";
import { Reasons } from "./match-finder/reasons.tsx";
import { PhotoStrip } from "./photo-strip.tsx";
import { PrivateMark } from "./private-mark.tsx";
import { ProfileActions } from "./profile-actions.tsx";
import { Questions } from "./questions.tsx";
import { type Marking, useHideEntry, useMark } from "./use-mark.tsx";

const SafetyForms = lazyPart(() => import("#web/moderation/safety-forms.tsx"));

export const handle: ScreenHandle = {
  who: "members",
  texts: [
    "age",
    "chat.composer",
    "chat.first",
    "chat.held",
    "chat.silent",
    "facts",
    "first-messages.odds",
    "first-messages.unmet",
    "gifts",
    "marks",
    "members",
    "moderation.menu",
    "opening-questions",
    "profiles",
    "voice.player",
    "voice-introductions",
  ],
  daily: "finding",
  mood: "browsing",
  membersArea: true,
  back: true,
  bar: "actions",
};

/** A member with what belongs to their page, or the code if the viewer has to prove their age first. */
async function loadMember(page: Page, query: InputOf<typeof getMember>["query"]) {
  try {
    return await page.call(getMember, { query });
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === "age_check_required") return failure.code;
    return await page.load(getMember, { query });
  }
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  // only members have likes; a push may lead here after the session has ended
  const user = page.path.startsWith("/likes/") ? await page.member() : await page.user();
  if (user === null) throw redirect(guestPath(params.id) + new URL(request.url).search);
  const asFree = params.id === user.id && new URL(request.url).searchParams.get("as") === "free";
  const [member, own, { visible_profile_notes: notes }] = await Promise.all([
    loadMember(page, asFree ? { id: params.id, as: "free" } : { id: params.id }),
    page.load(getOwnProfile),
    page.settings(),
  ]);
  if (member === "age_check_required") return { member: null };
  const { id, online, last_active: lastActive } = member.profile;
  return {
    member,
    questionsLeft: user.questions_left,
    mine: own.profile.interests,
    own: id === user.id,
    asFree,
    activity: toActivity(online && notes.includes("online"), lastActive, dayOf(new Date())),
  };
}

export const action = callAction;

type Shown = Exclude<Awaited<ReturnType<typeof loader>>, { member: null }>;

function ActivityWords({ activity }: { activity: Activity | null }) {
  const t = useTexts("members");
  if (activity === null) return null;
  return (
    <p className="flex items-center gap-2 text-muted">
      {activity.when === "online" ? <span aria-hidden="true" className="online-dot" /> : null}
      {"count" in activity ? t(`active.${activity.when}`, { count: activity.count }) : t(`active.${activity.when}`)}
    </p>
  );
}

function Place({ profile }: { profile: Profile }) {
  const format = useFormat();
  const parts = [profile.city, profile.region_name, format.country(profile.country)];
  const place = [...new Set(parts.filter((part) => part !== ""))].join(", ");
  return (
    <p className="mt-3 flex items-start gap-2 text-muted">
      <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
      {place}
    </p>
  );
}

function Distance({ profile }: { profile: Profile }) {
  const distance = useFormatDistance()(profile.distance);
  if (distance === "") return null;
  return (
    <p className="flex items-start gap-2 text-muted">
      <Navigation aria-hidden className="mt-1 size-4 shrink-0" />
      {distance}
    </p>
  );
}

/** What the member writes about themselves: on a phone its first line is in view without scrolling. */
function AboutMe({ profile: { id, name, about_me: text }, canReply }: { profile: Profile; canReply: boolean }) {
  const t = useTexts("members");
  return (
    <Section title={t("profile.about")} heading="sr-only" className="mt-2 md:mt-4">
      {text === "" ? (
        <p className="text-muted">{t("profile.about_missing", { name })}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-line break-words text-lg md:leading-relaxed">
          {canReply ? <LinesToReply id={id} text={text} /> : text}
        </p>
      )}
    </Section>
  );
}

/** The member's voice introduction, which plays after a tap and never by itself (R12.01). */
function Voice({ profile: { voice } }: { profile: Profile }) {
  const t = useTexts("voice-introductions");
  if (voice === null) return null;
  return (
    <section aria-label={t("title")} className="mt-4">
      <IntroductionPlayer {...voice} />
    </section>
  );
}

/** The lines of a text about oneself, each with a link to write about it (R11.02). */
function LinesToReply({ id, text }: { id: string; text: string }) {
  const t = useTexts("members");
  return text.split(/(\n)/).map((part, at) => {
    const [line] = linesOf(part);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
      <Fragment key={at}>
        {part}
        {line === undefined ? null : (
          <Link
            to={`/members/${id}/chat?reply=${lineId(line)}`}
            className="icon-button -my-3 align-middle text-muted"
            aria-label={t("profile.reply_line", { line })}
            title={t("profile.reply_line", { line })}
          >
            <MessageSquareQuote aria-hidden className="size-4" />
          </Link>
        )}
      </Fragment>
    );
  });
}

/** The badges, each in its own shape; the fictional label replaces them all (ux: Safety). */
function Badges({ profile }: { profile: Profile }) {
  const t = useTexts("members");
  const isNew = useShowsNote()("new") && profile.new;
  // the photos carry the badge
  const premium = profile.premium && profile.photos.length === 0;
  const verified = useShowsVerified()(profile);
  if (profile.fictional || !(premium || isNew || verified)) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {verified ? <VerifiedBadge name={profile.name} /> : null}
      {premium ? <PremiumBadge /> : null}
      {isNew ? <span className="card-mark card-mark-fresh">{t("card.new")}</span> : null}
    </div>
  );
}

/** The match percentage and its reasons. `left`: questions to answer until there is a percentage. */
function MatchFit({ profile, left }: { profile: Profile; left: number }) {
  const t = useTexts("members");
  const format = useFormat();
  const { match_percentage: percentage, match_reasons: reasons } = profile;
  if (percentage === null) return profile.fictional ? null : <AnswerLink left={left} className="mt-4" />;
  return (
    <section aria-labelledby="fit" className="mt-5 flex items-center gap-4 rounded-lg bg-tint p-4">
      <svg viewBox="0 0 40 40" aria-hidden="true" className="fit-ring">
        <circle cx="20" cy="20" r="17" className="stroke-card" />
        <circle
          cx="20"
          cy="20"
          r="17"
          pathLength={100}
          strokeDasharray={`${percentage} 100`}
          strokeLinecap="round"
          transform="rotate(-90 20 20)"
          className="stroke-primary"
        />
      </svg>
      <div className="min-w-0">
        <h2 id="fit" className="text-lg text-primary-ink">
          {t("card.percent", { percent: format.percent(percentage / 100) })}
        </h2>
        <div className="mt-1.5 empty:hidden">
          <Reasons reasons={reasons} />
        </div>
      </div>
    </section>
  );
}

/** Explains a fictional profile before the viewer writes to it. */
function FictionalNotice({ name }: { name: string }) {
  const t = useTexts("members");
  const { label } = useFictionalWords();
  return (
    <div className="mt-4 flex items-start gap-3 rounded-md bg-warning-tint p-4">
      <span className="text-2xl leading-none">
        <FictionalSign />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{label}</p>
        <p>{t("fictional.explanation", { name })}</p>
      </div>
    </div>
  );
}

/** The menu with "not for me" (R11.05), report and block, which are all below the profile too. */
function MoreMenu({ profile, marking }: { profile: Profile; marking: Marking }) {
  const t = useTexts("moderation.menu");
  const hide = useHideEntry(marking);
  const report = useReport({ member: profile, subject: "profile" });
  const block = useBlock(profile);
  return (
    <>
      <Menu
        label={t("more")}
        className="icon-button -me-3 noscript:hidden"
        trigger={<EllipsisVertical aria-hidden className="size-5" />}
        entries={[hide, report.entry, block.entry]}
      />
      {report.dialog}
      {block.dialog}
    </>
  );
}

type ReportOrBlockProps = { profile: Profile; part: SafetyPart | null; failure: FormFailure | null | undefined };

/**
 * The menu's two actions again, as links below the profile: from a list, a report is two presses away (D11.2). Without
 * scripts they lead to their forms.
 */
function ReportOrBlock({ profile, part, failure }: ReportOrBlockProps) {
  const report = useReport({ member: profile, subject: "profile" }, undefined, "report-below");
  const block = useBlock(profile, undefined, "block-below");
  useOpenByAddress(safetyQuery, "report", report.open);
  useOpenByAddress(safetyQuery, "block", block.open);
  return (
    <div id={safetyId} className="mt-8 border-line border-t pt-3">
      <div className="flex flex-wrap gap-x-6">
        {(
          [
            { ...report, name: "report" },
            { ...block, name: "block" },
          ] as const
        ).map(({ entry, dialog, open, name }) => (
          <Fragment key={name}>
            <Link
              to={composeSafetyPath(name)}
              aria-haspopup="dialog"
              className="link inline-flex min-w-0 items-center gap-2 py-2.5"
              onClick={(event) => {
                event.preventDefault();
                open();
              }}
            >
              {entry.icon}
              <span className="min-w-0 break-words">{entry.label}</span>
            </Link>
            {dialog}
          </Fragment>
        ))}
      </div>
      {part === null ? null : (
        <Suspense fallback={null}>
          <SafetyForms member={profile} part={part} failure={failure} />
        </Suspense>
      )}
    </div>
  );
}

/** A member's page, or why it is not shown. The page of a like (`likes-m-id`) shows the same. */
export default function MemberPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.member === null) return <AgeGate />;
  const { profile, have_chatted: chat } = loaderData.member;
  return (
    <BlockEnds value={{ chat, waits: chat }}>
      <MemberProfile key={profile.id} {...loaderData} failure={actionData?.failure} />
    </BlockEnds>
  );
}

function MemberProfile({ failure, ...profileData }: Shown & { failure: FormFailure | null | undefined }) {
  const { member, questionsLeft, mine, own, asFree, activity } = profileData;
  const { profile } = member;
  const t = useTexts("members");
  const showsShared = useSettings().visible_profile_notes.includes("shared_interests");
  useSeeLike(profile.id, profile.likes_you && !own);
  const marking = useMark(profile, member.mark);
  const { revalidate } = useRevalidator();
  useMemberHidden(profile.id, () => void revalidate());
  useOutdated("getMember", revalidate, profile.id);

  const part = readSafetyPart(useLocation().search);
  const canReply = !own && member.writing === "open";
  const about = (
    <>
      <AboutMe profile={profile} canReply={canReply} />
      <Voice profile={profile} />
      <Questions profile={profile} canAnswer={!own && !member.have_chatted && member.writing === "open"} />
      <Place profile={profile} />
      <Badges profile={profile} />
      {profile.automatic ? <MemberNote member={profile} className="mt-4" /> : null}
    </>
  );
  return (
    <article className="container pb-6 md:py-8">
      <PageTitle title={profile.name} />
      <div className="md:grid md:grid-cols-12 md:gap-8">
        <div className="-mx-4 sm:-mx-3 md:col-span-5 md:mx-0">
          <div className="md:sticky md:top-24">
            <PhotoStrip
              name={profile.name}
              member={own ? null : profile}
              replyPath={canReply ? `/members/${profile.id}/chat` : undefined}
              photos={profile.photos}
              premium={profile.premium && !profile.fictional}
            >
              <span className="card-marks empty:hidden">
                <MemberLabel member={profile} className="text-sm" />
              </span>
            </PhotoStrip>
          </div>
        </div>
        <div className="pt-3 md:col-span-7 md:pt-1">
          <div className="flex items-start justify-between gap-3">
            <h1 className="min-w-0 text-2xl leading-11 md:text-4xl md:leading-tight">
              <bdi>{profile.name}</bdi>, {profile.age}
            </h1>
            {own ? null : <MoreMenu profile={profile} marking={marking} />}
          </div>
          <div className="flex flex-wrap gap-x-5 gap-y-1 md:mt-2">
            <Distance profile={profile} />
            <ActivityWords activity={activity} />
          </div>
          {part === null ? <PostedError /> : null}
          <OddsNote odds={member.answer_odds} className="text-sm" />
          {profile.fictional && !profile.automatic ? <FictionalNotice name={profile.name} /> : null}
          {own ? (
            <>
              <div className="mt-4">
                <Notice
                  actions={
                    <>
                      <OutlineLink to="/profile">{t("profile.edit")}</OutlineLink>
                      <OutlineLink to={asFree ? "?" : "?as=free"} replace>
                        {t(asFree ? "profile.as_premium" : "profile.as_free")}
                      </OutlineLink>
                    </>
                  }
                >
                  {t(asFree ? "profile.own_free" : "profile.own")}
                </Notice>
              </div>
              {about}
            </>
          ) : (
            <ProfileActions member={member}>{about}</ProfileActions>
          )}
          {own ? null : <MatchFit profile={profile} left={questionsLeft} />}
          <Shelf shelf={member.gifts} />
          <Interests interests={profile.interests} mine={own || !showsShared ? [] : mine} />
          <Facts profile={profile} />
          {own ? null : <PrivateMark marking={marking} />}
          {own ? null : <ReportOrBlock profile={profile} part={part} failure={failure} />}
        </div>
      </div>
    </article>
  );
}

/** Replaces a member's page until the viewer has proved to be an adult, on a site that asks for it. */
function AgeGate() {
  const t = useTexts("age");
  return (
    <div className="container pb-6 md:py-8">
      <PageTitle title={t("title")} />
      <EmptyState icon={<IdCard aria-hidden className="size-8" />} title={t("title")} text={t("intro")} heading="h1">
        <ButtonLink to="/profile#age">{t("go")}</ButtonLink>
      </EmptyState>
    </div>
  );
}
