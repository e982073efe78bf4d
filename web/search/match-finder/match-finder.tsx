import { useRef } from "react";
import { data, Form, redirect, useNavigate } from "react-router";
import { findBestMembers, getPreferences, type Preferences, savePreferences } from "#contract/match-finder.ts";
import { getOwnProfile, type OwnProfile, saveProfile } from "#contract/profiles.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure, useSend } from "#web/lib/use-call.ts";
import { WithoutConsent } from "#web/search/without-consent.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { StepActions, StepFrame } from "#web/ui/step-frame.tsx";
import type { Route } from "./+types/match-finder.ts";
import { readAnswer, readPreferences } from "./answers.ts";
import { BestMembers } from "./best-members.tsx";
import { QuestionField } from "./question-fields.tsx";
import {
  bestPath,
  composeAddress,
  composeNextAddress,
  composePreviousAddress,
  findFirstUnanswered,
  listQuestions,
  type Question,
  skippedParam,
} from "./questions.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["account", "facts", "match-finder", "profiles"],
  mood: "browsing",
};

async function readRequest(page: Page, request: Request) {
  const { searchParams } = new URL(request.url);
  const asked = listQuestions((await page.settings()).visible_profile_fields);
  const question = asked.find((name) => name === searchParams.get("question")) ?? null;
  return {
    asked,
    question,
    best: searchParams.get("show") === "best",
    next: searchParams.get("question") === "next",
    skipped: searchParams.has(skippedParam),
  };
}

/** `next`: the first question without an answer. Without a question the best members, if any was answered. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [{ asked, question, best, next, skipped }, preferences] = await Promise.all([
    readRequest(page, request),
    page.load(getPreferences),
  ]);
  if (next) {
    const open = findFirstUnanswered(asked, { preferences, own: await page.load(getOwnProfile) });
    const answeredBefore = open !== undefined && open !== asked[0];
    throw redirect(`${composeAddress(open)}${answeredBefore ? `&${skippedParam}=1` : ""}`);
  }
  if (question !== null) return { asked, question, preferences, skipped, own: await page.load(getOwnProfile) };
  if (!preferences.answered && !best) throw redirect(composeAddress(asked[0]));
  return { question, preferences, left: user.questions_left, ...(await page.load(findBestMembers)) };
}

/** Saves a form sent without scripts, then redirects to the next question or returns the error. */
export async function action({ context, request }: Route.ActionArgs) {
  const page = pageOf(context);
  const { asked, question, best } = await readRequest(page, request);
  if (question === null && !best) throw redirect(composeAddress(asked[0]));
  if (question === null) {
    // a wider preference, chosen from the empty list
    await page.load(savePreferences, { body: readPreferences(await request.formData(), ["age", "distance"]) });
    throw redirect(bestPath);
  }
  try {
    await sendAnswer(page.call, { form: await request.formData(), question, own: await page.call(getOwnProfile) });
  } catch (error) {
    return data(toFailure(error), { status: 400 });
  }
  throw redirect(composeNextAddress(asked, question));
}

/** Asks a few short questions, then shows the best matches. */
export default function MatchFinder({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("match-finder");
  if (loaderData.preferences.seeks === null) {
    return (
      <Screen title={t("title")}>
        <WithoutConsent />
      </Screen>
    );
  }
  if (loaderData.question === null) return <BestMembers {...loaderData} />;
  return <QuestionStep key={loaderData.question} {...loaderData} refused={actionData} />;
}

type Props = {
  asked: readonly Question[];
  question: Question;
  own: OwnProfile;
  preferences: Preferences;
  /** The questions before it were skipped, because they have answers. */
  skipped: boolean;
  refused: FormFailure | undefined;
};

type Answer = { form: FormData; question: Question; own: Pick<OwnProfile, "interests" | "explicit_consent"> };

async function sendAnswer(call: CallFunction, { form, question, own }: Answer): Promise<true> {
  const { preferences, profile } = readAnswer(form, question, own);
  if (preferences) await call(savePreferences, { body: preferences });
  if (profile) await call(saveProfile, { body: profile });
  return true;
}

/** Its answer is saved when the member goes on, and also on going back if it was changed. */
function QuestionStep({ asked, question, own, preferences, skipped, refused }: Props) {
  const t = useTexts("match-finder");
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef(false);
  const { run, pending, failure } = useSend(sendAnswer);
  const save = (element: HTMLFormElement) => run({ form: new FormData(element), question, own });
  const onward = composeNextAddress(asked, question);
  return (
    <StepFrame
      heading={t(`question.${question}`)}
      why={t(question === asked[0] && !preferences.answered ? "why" : `note.${question}`)}
      place={{ number: asked.indexOf(question) + 1, total: asked.length }}
      back={composePreviousAddress(asked, question)}
      onBack={() => {
        if (changed.current && form.current) void save(form.current);
      }}
    >
      <Form
        ref={form}
        method="post"
        onChange={() => {
          changed.current = true;
        }}
        onSubmit={async (event) => {
          event.preventDefault();
          if (!pending && (await save(event.currentTarget))) await navigate(onward);
        }}
      >
        <FormError failure={failure ?? refused} />
        {skipped ? <p className="mb-5 text-sm">{t("skipped")}</p> : null}
        <QuestionField question={question} own={own} preferences={preferences} headed />
        <StepActions skipTo={onward} pending={pending} />
      </Form>
    </StepFrame>
  );
}
