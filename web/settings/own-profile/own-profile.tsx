import { ChevronDown, Eye, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { redirect } from "react-router";
import { getAgeCheck } from "#contract/age.ts";
import { type Decision, getDecisions } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { getGifts } from "#contract/gifts.ts";
import { localeOf } from "#contract/languages.ts";
import { getPreferences } from "#contract/match-finder.ts";
import { getPhotos } from "#contract/photos.ts";
import { getOwnProfile, type OwnProfile as Own } from "#contract/profiles.ts";
import { getVerification } from "#contract/verification.ts";
import { deleteVoiceIntroduction, getVoiceIntroduction } from "#contract/voice-introductions.ts";
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
import { type Refused, RefusedText } from "#web/profiles/refused-text.tsx";
import { EditingContext } from "#web/profiles/use-field-save.ts";
import { AgeSection } from "#web/profiles/verification/age-section.tsx";
import { VerificationSection } from "#web/profiles/verification/verification-section.tsx";
import { introductionField } from "#web/profiles/voice/introduction-field.ts";
import { OwnIntroductionField } from "#web/profiles/voice/own-introduction.tsx";
import { Preferences } from "#web/search/match-finder/preferences.tsx";
import { Contents } from "#web/setting-parts/contents.tsx";
import { countryOptions } from "#web/sites/places/countries.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/own-profile.ts";
import { Completeness } from "./completeness.tsx";
import { isAnswered, listAskedFacts } from "./fact-changes.ts";
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
  const isMissing = {
    text: own.about_me === "",
    question: !own.questions.some(({ written }) => written),
    photo: photos.photos.length === 0,
  };
  const { decisions } = Object.values(isMissing).some(Boolean) ? await page.load(getDecisions) : { decisions: [] };
  const find = (about: keyof typeof isMissing) => (isMissing[about] ? findRefused(decisions, about) : null);
  const refused = { text: find("text"), question: find("question"), photo: find("photo") };
  return { own, photos, voice, preferences, received, verification, age, countries, refused };
}

/** How long the own profile reminds of it. */
const refusedMs = 30 * dayMs;

/** What staff refused lately, unless an appeal has reversed it. */
function findRefused(decisions: readonly Decision[], about: "text" | "question" | "photo"): Refused | null {
  const last = decisions.find(({ content }) => content?.about === about);
  if (last?.objection?.answer?.upheld) return null;
  if (last?.decision !== `${about}_rejected` || Date.parse(last.created_at) < Date.now() - refusedMs) return null;
  return { id: last.id, text: last.content?.text ?? "" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const page = pageOf(context);
  await page.member();
  const form = await request.formData();
  const introduction = form.get(introductionField);
  if (typeof introduction !== "string") return await saveOwnProfile(page, form);
  await page.call(deleteVoiceIntroduction, { body: { id: introduction } });
  throw redirect("/profile#voice");
}

/** `folded`: it can be closed to its heading, and is at first if all in it is answered; undefined: it stays open. */
type Part = { id: string; heading: string; content: ReactNode; folded?: boolean };

/** Those that this member has. */
const listParts = (parts: readonly (Part | false)[]): Part[] => parts.filter((part) => part !== false);

const toSection = ({ folded, ...part }: Part) =>
  folded === undefined ? (
    <section key={part.id} aria-labelledby={part.id} className="surface-card scroll-mt-20 p-5 md:p-6">
      <h2 id={part.id} className="mb-4 text-xl">
        {part.heading}
      </h2>
      {part.content}
    </section>
  ) : (
    <FoldedSection key={part.id} {...part} folded={folded} />
  );

const opened = (part: Part): Part => (part.folded ? { ...part, folded: false } : part);

function FoldedSection({ id, heading, content, folded }: Required<Part>) {
  // the last answer must not close it under the member's finger
  const [openAtFirst] = useState(!folded);
  return (
    <section aria-labelledby={`${id}-heading`} className="surface-card">
      <details open={openAtFirst} className="group">
        <summary className="flex cursor-pointer list-none items-center justify-between gap-3 p-5 md:p-6 [&::-webkit-details-marker]:hidden">
          <h2 id={`${id}-heading`} className="min-w-0 text-xl wrap-anywhere">
            {heading}
          </h2>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        {/* a link to what is inside opens it */}
        <div id={id} className="scroll-mt-36 px-5 pb-5 md:px-6 md:pb-6">
          {content}
        </div>
      </details>
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
  const finderTexts = useTexts("match-finder");
  const { visible_profile_fields: visible, voice_introductions: hasVoice } = useSettings();
  const { refresh } = useSession();
  const { own, checked, editing } = useOwnProfile(loaderData.own);
  const isHidden = useMember()?.status === "not_confirmed";
  const asked = pickAskedFields(visible);
  // without scripts a refused form keeps what was chosen in it
  const typed = { ...loaderData.own, ...actionData?.typed };
  const { profile } = own;
  const { age, voice, verification, refused } = loaderData;
  const agePart = age.state !== "off" && {
    id: "age",
    heading: ageTexts("title"),
    content: <AgeSection loaded={age} />,
  };
  const isAgeOpen = age.state !== "assured";
  const first = listParts([isAgeOpen && agePart]);
  const left = listParts([
    {
      id: "photos",
      heading: photoTexts("own.title"),
      content: (
        <>
          {refused.photo === null ? null : (
            <div className="mb-4">
              <RefusedText title={profileTexts("own.photo_refused")} refused={refused.photo} />
            </div>
          )}
          <PhotoUpload loaded={loaderData.photos} offersPremium />
        </>
      ),
    },
    (hasVoice || voice.active !== null || voice.waiting !== null) && {
      id: "voice",
      heading: voiceTexts("title"),
      content: <OwnIntroductionField loaded={voice} />,
    },
    verification.state !== "off" && {
      id: "verification",
      heading: verificationTexts("title"),
      content: <VerificationSection loaded={verification} />,
    },
    !isAgeOpen && agePart,
    {
      id: "gifts",
      heading: giftTexts("own.title"),
      content: <ReceivedGifts received={loaderData.received} shown={own.shows_gifts} />,
    },
  ]);
  const right = listParts([
    visible.includes("about_me") && {
      id: "about",
      heading: t("profile.about"),
      content: (
        <AboutMeField
          member={profile.id}
          text={typed.about_me}
          agreed={typed.about_me_consent}
          inspected={own.about_me_inspection}
          hadText={own.profile.about_me !== ""}
          refused={refused.text}
          checked={checked}
        />
      ),
    },
    visible.includes("questions") && {
      id: "questions",
      heading: questionTexts("title"),
      content: <OwnQuestions questions={own.questions} refused={refused.question} />,
    },
    asked.info.length > 0 && {
      id: "details",
      heading: profileTexts("own.details"),
      folded: asked.info.every((field) => typed[field] !== null),
      content: asked.info.map((field) => (
        <CodeField key={field} name={field} value={typed[field]} gender={own.profile.gender} />
      )),
    },
    listAskedFacts(visible).length > 0 && {
      id: "facts",
      heading: factTexts("title"),
      folded: listAskedFacts(visible).every((fact) => isAnswered(fact, typed)),
      content: <FactFields own={typed} goals={loaderData.preferences.goals} visible={visible} />,
    },
    asked.interests && {
      id: "interests",
      heading: profileTexts("field.interests"),
      content: <InterestsField own={typed} />,
      folded: profile.interests.length > 0,
    },
    {
      id: "home",
      heading: profileTexts("own.home"),
      content: <HomeField own={loaderData.own} countries={loaderData.countries} />,
    },
  ]);
  const identity: Part = {
    id: "identity",
    heading: profileTexts("own.identity"),
    content: <Identity own={own} />,
    folded: true,
  };
  const preferences = { id: "preferences", heading: finderTexts("preferences.title") };
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
          <ButtonLink to="/notifications" look="outline">
            <Settings aria-hidden className="size-5" />
            {t("settings.title")}
          </ButtonLink>
        </div>
      </div>
      <Contents sections={[...first, ...left, preferences, ...right, identity]} />
      {actionData?.saved ? (
        <div className="mb-5">
          <Notice tone="good">{profileTexts("own.saved")}</Notice>
        </div>
      ) : null}
      <EditingContext value={editing}>
        <div className="grid gap-5 lg:grid-cols-12 lg:items-start lg:gap-6">
          <div className="flex min-w-0 flex-col gap-5 lg:col-span-5">
            {first.map(toSection)}
            <Completeness completeness={own.completeness} />
            {left.map(toSection)}
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
            {/* without scripts: what was refused is in sight */}
            {(actionData?.refused ? right.map(opened) : right).map(toSection)}
            <Button type="submit" size="large" className="not-noscript:hidden">
              {shell("save")}
            </Button>
            {toSection(identity)}
          </form>
        </div>
      </EditingContext>
    </div>
  );
}
