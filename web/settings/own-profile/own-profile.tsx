import { Eye, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { getAgeCheck } from "#contract/age.ts";
import { getGifts } from "#contract/gifts.ts";
import { localeOf } from "#contract/languages.ts";
import { getPreferences } from "#contract/match-finder.ts";
import { getPhotos } from "#contract/photos.ts";
import { getOwnProfile, type OwnProfile as Own } from "#contract/profiles.ts";
import { getVerification } from "#contract/verification.ts";
import { getVoiceIntroduction } from "#contract/voice-introductions.ts";
import { ReceivedGifts } from "#web/chat/gifts/received-gifts.tsx";
import { useLiveEvent, useMember } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { createTaskQueue } from "#web/lib/task-queue.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useLoadedState } from "#web/lib/use-loaded-state.ts";
import { AboutMeField } from "#web/profiles/about-me-field.tsx";
import { CodeField } from "#web/profiles/code-field.tsx";
import { HomeField } from "#web/profiles/home-field.tsx";
import { InterestsField } from "#web/profiles/interests-field.tsx";
import { PhotoUpload } from "#web/profiles/photos/photo-upload.tsx";
import { pickAskedFields } from "#web/profiles/profile-changes.ts";
import { EditingContext } from "#web/profiles/use-field-save.ts";
import { AgeSection } from "#web/profiles/verification/age-section.tsx";
import { VerificationSection } from "#web/profiles/verification/verification-section.tsx";
import { OwnIntroductionField } from "#web/profiles/voice/own-introduction.tsx";
import { Preferences } from "#web/search/match-finder/preferences.tsx";
import { countryOptions } from "#web/sites/places/countries.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/own-profile.ts";
import { Completeness } from "./completeness.tsx";
import { listAskedFacts } from "./fact-changes.ts";
import { FactFields } from "./fact-fields.tsx";
import { Identity } from "./identity.tsx";
import { OwnQuestions } from "./own-questions.tsx";
import { saveOwnProfile } from "./save-own.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: [
    "account",
    "age",
    "facts",
    "gifts",
    "opening-questions",
    "photos",
    "profiles",
    "verification",
    "voice",
    "voice-introductions",
  ],
  asksForPhoto: true,
};

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const [own, photos, voice, preferences, { received }, { verification }, { age }, settings] = await Promise.all([
    page.load(getOwnProfile),
    page.load(getPhotos),
    page.load(getVoiceIntroduction),
    page.load(getPreferences),
    page.load(getGifts),
    page.load(getVerification),
    page.load(getAgeCheck),
    page.settings(),
  ]);
  const countries = countryOptions(settings.countries, localeOf(page.language));
  return { own, photos, voice, preferences, received, verification, age, countries };
}

export async function action({ context, request }: Route.ActionArgs) {
  const page = pageOf(context);
  await page.member();
  return await saveOwnProfile(page, request);
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="surface-card scroll-mt-20 p-5 md:p-6">
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The current profile: updated by each save's answer and by each approval. */
function useOwnProfile(loaded: Own) {
  const [own, setOwn] = useLoadedState(loaded);
  const [checked, setChecked] = useState(false);
  const [inTurn] = useState(createTaskQueue);
  const onSaved = (answer: Own) => {
    setOwn(answer);
    if (answer.about_me_inspection) setChecked(false);
  };
  useLiveEvent((event) => {
    if (event.type !== "about_me") return;
    setOwn((previous) => ({ ...previous, about_me_inspection: false }));
    setChecked(true);
  });
  return { own, checked, editing: { inTurn, onSaved } };
}

/** The member's own profile, edited in place: each field is saved when left. */
export default function OwnProfile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  const shell = useTexts("shell");
  const profileTexts = useTexts("profiles");
  const photoTexts = useTexts("photos");
  const voiceTexts = useTexts("voice-introductions");
  const giftTexts = useTexts("gifts");
  const questionTexts = useTexts("opening-questions");
  const verificationTexts = useTexts("verification");
  const ageTexts = useTexts("age");
  const factTexts = useTexts("facts");
  const { visible_profile_fields: visible } = useSettings();
  const { refresh } = useSession();
  const { own, checked, editing } = useOwnProfile(loaderData.own);
  const isHidden = useMember()?.status === "not_confirmed";
  const asked = pickAskedFields(visible);
  // without scripts a refused form keeps what was chosen in it
  const typed = { ...loaderData.own, ...actionData?.typed };
  const { profile } = own;
  const { age } = loaderData;
  const ageSection = (
    <Section id="age" title={ageTexts("title")}>
      <AgeSection loaded={age} />
    </Section>
  );
  return (
    <div className="container pt-5 pb-6 md:py-8">
      <PageTitle title={t("profile.title")} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-3xl md:text-4xl">
            <bdi>{profile.name}</bdi>, {profile.age}
          </h1>
          <p className="mt-1 text-muted">{isHidden ? t("profile.hidden") : profileTexts("own.how")}</p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink to={`/members/${profile.id}`} look="outline">
            <Eye aria-hidden className="size-5" />
            {profileTexts("own.preview")}
          </ButtonLink>
          <ButtonLink to="/notifications" look="quiet">
            <Settings aria-hidden className="size-5" />
            {t("settings.title")}
          </ButtonLink>
        </div>
      </div>
      {actionData?.saved ? (
        <div className="mb-5">
          <Notice tone="good">{profileTexts("own.saved")}</Notice>
        </div>
      ) : null}
      <EditingContext value={editing}>
        <div className="grid gap-5 lg:grid-cols-12 lg:items-start lg:gap-6">
          <div className="flex min-w-0 flex-col gap-5 lg:col-span-5">
            {age.state === "off" || age.state === "assured" ? null : ageSection}
            <Completeness completeness={own.completeness} />
            <Section id="photos" title={photoTexts("own.title")}>
              <PhotoUpload loaded={loaderData.photos} />
            </Section>
            <Section id="voice" title={voiceTexts("title")}>
              <OwnIntroductionField loaded={loaderData.voice} />
            </Section>
            {loaderData.verification.state === "off" ? null : (
              <Section id="verification" title={verificationTexts("title")}>
                <VerificationSection loaded={loaderData.verification} />
              </Section>
            )}
            {age.state === "assured" ? ageSection : null}
            <Section id="gifts" title={giftTexts("own.title")}>
              <ReceivedGifts received={loaderData.received} shown={own.shows_gifts} />
            </Section>
            <div className="surface-card p-5 *:mt-0 md:p-6">
              <Preferences own={own} preferences={loaderData.preferences} onSaved={refresh} />
            </div>
          </div>
          <form
            method="post"
            className="flex min-w-0 flex-col gap-5 lg:col-span-7"
            onSubmit={(e) => e.preventDefault()}
          >
            {actionData?.refused ? <FormError failure={actionData.refused} /> : null}
            {visible.includes("about_me") ? (
              <Section id="about" title={t("profile.about")}>
                <AboutMeField
                  member={profile.id}
                  text={typed.about_me}
                  agreed={typed.about_me_consent}
                  inspected={own.about_me_inspection}
                  hadText={own.profile.about_me !== ""}
                  checked={checked}
                />
              </Section>
            ) : null}
            {visible.includes("questions") ? (
              <Section id="questions" title={questionTexts("title")}>
                <OwnQuestions questions={own.questions} />
              </Section>
            ) : null}
            {asked.info.length > 0 ? (
              <Section id="details" title={profileTexts("own.details")}>
                {asked.info.map((field) => (
                  <CodeField key={field} name={field} value={typed[field]} gender={own.profile.gender} />
                ))}
              </Section>
            ) : null}
            {listAskedFacts(visible).length > 0 ? (
              <Section id="facts" title={factTexts("title")}>
                <FactFields own={typed} goals={loaderData.preferences.goals} visible={visible} />
              </Section>
            ) : null}
            {asked.interests ? (
              <Section id="interests" title={profileTexts("field.interests")}>
                <InterestsField own={typed} />
              </Section>
            ) : null}
            <Section id="home" title={profileTexts("own.home")}>
              <HomeField own={loaderData.own} countries={loaderData.countries} />
            </Section>
            <Button type="submit" size="large" className="not-noscript:hidden">
              {shell("save")}
            </Button>
            <Section id="identity" title={profileTexts("own.identity")}>
              <Identity own={own} />
            </Section>
          </form>
        </div>
      </EditingContext>
    </div>
  );
}
