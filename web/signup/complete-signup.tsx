import { redirect, useLocation, useNavigate } from "react-router";
import { localeOf } from "#contract/languages.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { readNext } from "#web/account/signup-link/intent.ts";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { countryOptions } from "#web/sites/places/countries.ts";
import { StepFrame } from "#web/ui/step-frame.tsx";
import type { Route } from "./+types/complete-signup.ts";
import { AboutMeStep } from "./about-me-step.tsx";
import { findFirstAddress, findNextAddress, findPreviousAddress, listOpenSteps } from "./complete-steps.ts";
import { ConfirmEmailStep } from "./confirm-email-step.tsx";
import { LocationStep } from "./location-step.tsx";
import { PersonalInfoStep } from "./personal-info-step.tsx";
import { PhotoStep } from "./photo-step.tsx";
import { PushStep } from "./push-step.tsx";
import { saveWithoutScripts } from "./save-without-scripts.ts";
import { listStepsBeforeFaces } from "./steps.ts";

export const handle: ScreenHandle = { who: "members", texts: ["account", "profiles", "passkeys"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [settings, own] = await Promise.all([page.settings(), page.load(getOwnProfile)]);
  const { searchParams } = new URL(request.url);
  const next = readNext(searchParams);
  const steps = settings.signup_steps;
  const step = steps.find((name) => name === searchParams.get("step"));
  if (step === undefined || step === "matches")
    throw redirect(findFirstAddress(listOpenSteps(steps, { user, own }), next));
  if (step === "confirm_email" && user.status === "active") throw redirect(findNextAddress(steps, step, next));
  return { step, steps, next, user, own, countries: countryOptions(settings.countries, localeOf(page.language)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  return await saveWithoutScripts(pageOf(context), request);
}

/** The component of each step that has a screen here. */
const stepComponents = {
  photo: PhotoStep,
  push: PushStep,
  location: LocationStep,
  personal_info: PersonalInfoStep,
  about_me: AboutMeStep,
  confirm_email: ConfirmEmailStep,
} as const;

/** Steps whose heading needs an explanation. */
const explainedSteps = ["photo", "personal_info", "about_me"] as const;

/** The number of steps before the account, if the navigation state does not tell it. */
const defaultFormSteps = 3;

/** R2.19: the questions after the account is created, one step a screen, each skippable and saved when left. */
export default function CompleteSignup({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  const navigate = useNavigate();
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
        goToNextStep={async (options) => navigate(nextPage, { ...options, state })}
      />
    </StepFrame>
  );
}
