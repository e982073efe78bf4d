import { Heart, HeartHandshake, MapPin, Navigation } from "lucide-react";
import { data, useRevalidator } from "react-router";
import { getMember } from "#contract/members.ts";
import { getOwnProfile, type Profile } from "#contract/profiles.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { LikeButton } from "#web/likes/like-button.tsx";
import { useLike } from "#web/likes/use-like.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/profile.ts";
import { type Activity, activityOf } from "./activity.ts";
import { Facts, Interests } from "./facts.tsx";
import { FictionalLabel, useFictionalWords } from "./fictional-label.tsx";
import { useDistanceWords } from "./member-card.tsx";
import { PhotoStrip } from "./photo-strip.tsx";
import { useSeeLike } from "./use-see-like.ts";
import { MessagePrice, WriteLink } from "./write-link.tsx";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  if (!uuid.test(params.id)) throw data(null, { status: 404 });
  const [{ profile }, own] = await Promise.all([
    page.load(getMember, { query: { id: params.id } }),
    page.load(getOwnProfile),
  ]);
  const today = new Date().toISOString().slice(0, 10);
  return {
    profile,
    mine: own.profile.interests,
    own: profile.id === user.id,
    activity: activityOf(profile.online, profile.last_active, today),
  };
}

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
  const distance = useDistanceWords()(profile.distance);
  const parts = [profile.city, profile.region_name, format.country(profile.country)];
  const place = [...new Set(parts.filter((part) => part !== ""))].join(", ");
  return (
    <>
      <p className="flex items-start gap-2 text-muted">
        <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
        {place}
      </p>
      {distance === "" ? null : (
        <p className="flex items-start gap-2 text-muted">
          <Navigation aria-hidden className="mt-1 size-4 shrink-0" />
          {distance}
        </p>
      )}
    </>
  );
}

/** D11.1: says what a fictional profile is, before anything is written to it. */
function FictionalNotice({ name }: { name: string }) {
  const t = useTexts("members");
  const { icon, label } = useFictionalWords();
  const { name: site } = useSettings();
  return (
    <div className="mt-4 flex items-start gap-3 rounded-md bg-warning-tint p-4">
      <span aria-hidden="true" className="text-2xl leading-none">
        {icon}
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{label}</p>
        <p>{t("fictional.explanation", { name, site })}</p>
      </div>
    </div>
  );
}

/** What is between the viewer and the member, and what can be done. */
function Actions({ profile }: { profile: Profile }) {
  const t = useTexts("members");
  const like = useLike(profile, profile.likes_you);
  return (
    <>
      {like.match || profile.likes_you ? (
        <p className="mt-4">
          {like.match ? (
            <Chip tone="tint" icon={<HeartHandshake aria-hidden className="size-4" />}>
              {t("profile.match")}
            </Chip>
          ) : (
            <Chip tone="tint" icon={<Heart aria-hidden className="size-4 fill-current" />}>
              {t("profile.likes_you", { name: profile.name })}
            </Chip>
          )}
        </p>
      ) : null}
      <div className="profile-actions mt-4">
        <div className="flex flex-wrap gap-2.5">
          <LikeButton like={like} back={profile.likes_you} />
          <WriteLink id={profile.id} />
        </div>
        <MessagePrice className="mt-2 text-center md:text-start" />
      </div>
    </>
  );
}

/** A member's page (R1.02): photos, who they are, what they say, and the two things to do. */
export default function MemberProfile({ loaderData }: Route.ComponentProps) {
  const t = useTexts("members");
  const { profile, mine, own, activity } = loaderData;
  useSeeLike(profile.id, profile.likes_you && !own);
  const { revalidate } = useRevalidator();
  useLiveEvent((event) => {
    const from = event.type === "like" ? event.from : event.type === "match" ? event.with : null;
    if (from === profile.id) void revalidate();
  });

  return (
    <article className="container pb-6 md:py-8">
      <PageTitle title={profile.name} />
      <div className="md:grid md:grid-cols-12 md:gap-8">
        <div className="-mx-4 sm:-mx-3 md:col-span-5 md:mx-0">
          <div className="md:sticky md:top-24">
            <PhotoStrip key={profile.id} name={profile.name} photos={profile.photos}>
              {profile.fictional ? (
                <span className="card-marks">
                  <FictionalLabel className="text-sm" />
                </span>
              ) : null}
            </PhotoStrip>
          </div>
        </div>
        <div className="pt-5 md:col-span-7 md:pt-1">
          <h1 className="text-3xl md:text-4xl">
            {profile.name}, {profile.age}
          </h1>
          <div className="mt-2 flex flex-col gap-1">
            <ActivityWords activity={activity} />
            <Place profile={profile} />
          </div>
          {profile.fictional ? <FictionalNotice name={profile.name} /> : null}
          {own ? (
            <div className="mt-4">
              <Notice
                actions={
                  <ButtonLink to="/profile" look="outline">
                    {t("profile.edit")}
                  </ButtonLink>
                }
              >
                {t("profile.own")}
              </Notice>
            </div>
          ) : (
            <Actions key={profile.id} profile={profile} />
          )}
          <section aria-labelledby="about" className="mt-8">
            <h2 id="about" className="text-xl">
              {t("profile.about")}
            </h2>
            {profile.about_me === "" ? (
              <p className="mt-2 text-muted">{t("profile.about_missing", { name: profile.name })}</p>
            ) : (
              <p className="mt-2 whitespace-pre-line text-lg leading-relaxed">{profile.about_me}</p>
            )}
          </section>
          <Interests interests={profile.interests} mine={own ? [] : mine} />
          <Facts profile={profile} />
        </div>
      </div>
    </article>
  );
}
