import { useState } from "react";
import { data, redirect, useLocation } from "react-router";
import { localeOf } from "#contract/languages.ts";
import { getQuestions } from "#contract/opening-questions.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { readNext } from "#web/account/signup-link/intent.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure } from "#web/lib/use-call.ts";
import { toFields } from "#web/lib/use-form.ts";
import { PushOptIn } from "#web/notifications/push-opt-in.tsx";
import { PhotoUpload } from "#web/profiles/photos/photo-upload.tsx";
import { VisitorsSwitch } from "#web/setting-parts/profile-switch.tsx";
import { countryOptions } from "#web/sites/places/countries.ts";
import { findTypedTown, unknownTownId } from "#web/sites/places/typed-town.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { StepFrame } from "#web/ui/step-frame.tsx";
import type { Route } from "./+types/complete-signup.ts";
import { AboutMeStep, saveAboutMe } from "./about-me-step.tsx";
import {
  findFirstAddress,
  findNextAddress,
  findPreviousAddress,
  listOpenSteps,
  withoutAnswered,
} from "./complete-steps.ts";
import { ConfirmEmailStep, correctAddress } from "./confirm-email-step.tsx";
import { LocationStep } from "./location-step.tsx";
import { PersonalInfoStep, saveInfo } from "./personal-info-step.tsx";
import type { StepProps } from "./step-props.ts";
import { listStepsBeforeFaces } from "./steps.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["account", "opening-questions", "profiles"],
  mood: "signup",
  bar: "none",
  entryWarning: false,
  languageSwitcher: false,
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [settings, own] = await Promise.all([page.settings(), page.load(getOwnProfile)]);
  const { searchParams } = new URL(request.url);
  const next = readNext(searchParams);
  const step = settings.signup_steps.find((name) => name === searchParams.get("step"));
  const steps = withoutAnswered(settings.signup_steps, { own, now: step ?? null });
  if (step === undefined || step === "matches")
    throw redirect(findFirstAddress(listOpenSteps(steps, { user, own }), next));
  if (step === "confirm_email" && user.status === "active") throw redirect(findNextAddress(steps, step, next));
  const asksQuestion =
    step === "about_me" && own.questions.length === 0 && settings.visible_profile_fields.includes("questions");
  const { themes } = asksQuestion ? await page.load(getQuestions) : { themes: [] };
  const questions = themes.flatMap((theme) => theme.questions.map(({ code, text }) => ({ value: code, label: text })));
  const countries = countryOptions(settings.countries, localeOf(page.language));
  return { step, steps, next, user, own, countries, questions };
}

export async function action({ context, request }: Route.ActionArgs) {
  return await saveWithoutScripts(pageOf(context), request);
}

const stepComponents = {
  photo: PhotoStep,
  push: PushStep,
  location: LocationStep,
  personal_info: PersonalInfoStep,
  about_me: AboutMeStep,
  confirm_email: ConfirmEmailStep,
} as const;

const explainedSteps = ["photo", "personal_info", "about_me"] as const;

/** The number of steps before the account, if the navigation state does not tell it. */
const defaultFormSteps = 3;

/** Asks questions after the account is created, one step a screen, each skippable and saved when left. */
export default function CompleteSignup({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  // the next page knows what this step saved of the member
  const { continueTo } = useSession();
  const { state } = useLocation();
  const { step, steps, next, ...rest } = loaderData;
  const StepComponent = stepComponents[step];
  const explainedStep = explainedSteps.find((name) => name === step);
  const nextPage = findNextAddress(steps, step, next);
  const stepsBeforeFaces = listStepsBeforeFaces(steps);
  const formSteps: number = state?.formSteps ?? defaultFormSteps;
  const place = stepsBeforeFaces.includes(step)
    ? { number: formSteps + stepsBeforeFaces.indexOf(step) + 1, total: formSteps + stepsBeforeFaces.length }
    : null;
  return (
    <StepFrame
      key={step}
      heading={t(`complete.${step}`, { name: rest.user.profile.name })}
      why={explainedStep && t(`complete.${explainedStep}_why`)}
      place={place}
      back={findPreviousAddress(steps, step, next)}
    >
      <StepComponent
        {...rest}
        refused={actionData}
        onward={nextPage}
        goToNextStep={(options) => continueTo(nextPage, { ...options, state })}
      />
    </StepFrame>
  );
}

/** Uploads the photo as soon as it is chosen, so there is no form. Also asks whether guests see it. */
function PhotoStep({ user, own, onward }: StepProps) {
  const t = useTexts("account");
  const { logged_out_search, logged_out_search_trafficsource } = useSettings();
  const { state } = useLocation();
  const [added, setAdded] = useState(user.profile.main_image !== null);
  return (
    <>
      <PhotoUpload onUploaded={() => setAdded(true)} />
      {logged_out_search === "none" && logged_out_search_trafficsource === "none" ? null : (
        <div className="mt-5 noscript:hidden">
          <VisitorsSwitch on={own.shown_to_visitors} />
        </div>
      )}
      <ButtonLink
        to={onward}
        state={state}
        look={added ? "primary" : "outline"}
        size="large"
        className="mt-6 w-full min-[360px]:w-1/2"
      >
        {t(added ? "signup.continue" : "complete.skip")}
      </ButtonLink>
    </>
  );
}

/** Offers notifications on this device. If there is nothing to ask, it goes on at once and Back skips it. */
function PushStep({ goToNextStep }: StepProps) {
  return <PushOptIn onDone={(outcome) => void goToNextStep({ replace: outcome === "unavailable" })} />;
}

/** Saves a step as its form does with scripts; only the town is another: without scripts it is typed. */
async function saveStep(page: Page, step: string | null, form: FormData): Promise<unknown> {
  const { call } = page;
  if (step === "location") {
    return await call(saveProfile, { body: { city_id: (await findTypedTown(page, form)) ?? unknownTownId } });
  }
  if (step === "about_me") return await saveAboutMe(call, toFields(form));
  if (step === "confirm_email") return await correctAddress(call, toFields(form));
  if (step !== "personal_info") return;
  const [{ visible_profile_fields: visible }, { interests }] = await Promise.all([
    page.settings(),
    call(getOwnProfile),
  ]);
  return await saveInfo(call, { form, visible, interests });
}

/** Saves a step's form sent without scripts, then redirects to the next step or returns the error. */
async function saveWithoutScripts(page: Page, request: Request) {
  const { searchParams } = new URL(request.url);
  const { signup_steps: steps } = await page.settings();
  const step = steps.find((name) => name === searchParams.get("step"));
  try {
    await saveStep(page, step ?? null, await request.formData());
  } catch (error) {
    return data(toFailure(error), { status: 400 });
  }
  throw redirect(step === undefined ? "/complete-signup" : findNextAddress(steps, step, readNext(searchParams)));
}
