import { MapPin, Settings } from "lucide-react";
import { getOwnProfile, type Profile } from "#contract/profiles.ts";
import { useLive } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Facts, Interests } from "#web/members/facts.tsx";
import { PhotoStrip } from "#web/members/photo-strip.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/profile.ts";
import { AboutMe } from "./about-me.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  return page.load(getOwnProfile);
}

function Place({ city, region_name, country }: Profile) {
  const format = useFormat();
  const parts = [city, region_name, format.country(country)].filter((part) => part !== "");
  return (
    <p className="mt-2 flex items-start gap-2 text-muted">
      <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
      {[...new Set(parts)].join(", ")}
    </p>
  );
}

/** One's own profile as others see it (R2.20); what is said about oneself is changed on the spot. */
export default function OwnProfile({ loaderData: { profile, about_me } }: Route.ComponentProps) {
  const t = useTexts("account");
  const live = useLive();
  const hidden = live?.user.status === "not_confirmed";
  return (
    <article className="container pb-6 md:py-8">
      <PageTitle title={t("profile.title")} />
      <div className="md:grid md:grid-cols-12 md:gap-8">
        <div className={`-mx-4 sm:-mx-3 md:col-span-5 md:mx-0 ${profile.photos.length === 0 ? "max-md:hidden" : ""}`}>
          <PhotoStrip name={profile.name} photos={profile.photos} />
        </div>
        <div className="pt-5 md:col-span-7 md:pt-1">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h1 className="text-3xl md:text-4xl">
              {profile.name}, {profile.age}
            </h1>
            <ButtonLink to="/notifications" look="outline">
              <Settings aria-hidden className="size-5" />
              {t("profile.settings")}
            </ButtonLink>
          </div>
          <Place {...profile} />
          <p className="mt-2 text-muted">{t(hidden ? "profile.hidden" : "profile.as_seen")}</p>
          <AboutMe text={about_me} />
          <Interests interests={profile.interests} mine={[]} />
          <Facts profile={profile} />
        </div>
      </div>
    </article>
  );
}
