import { data, redirect } from "react-router";
import { findBestMembers, getPreferences, savePreferences } from "#contract/match-finder.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { toFailure } from "#web/lib/use-call.ts";
import type { Route } from "./+types/match-finder.ts";
import { readPreferences } from "./answers.ts";
import { BestMembers, WithoutConsent } from "./best-members.tsx";
import { QuestionStep, sendAnswer } from "./question-step.tsx";
import {
  bestPath,
  composeAddress,
  composeNextAddress,
  findFirstUnanswered,
  listQuestions,
  skippedParam,
} from "./questions.ts";

export const handle: ScreenHandle = { who: "members", texts: ["account", "match-finder", "profiles"] };

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

/**
 * Loads the question in the address; `next` leads to the first one without an answer. Without a question it loads the
 * best members, or the first question if the member has answered nothing yet.
 */
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

/** R2.01: a few short questions, then the best matches. */
export default function MatchFinder({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.preferences.seeks === null) return <WithoutConsent />;
  if (loaderData.question === null) return <BestMembers {...loaderData} />;
  return <QuestionStep key={loaderData.question} {...loaderData} refused={actionData} />;
}
