import { data, redirect } from "react-router";
import { findBestMembers, getPreferences, savePreferences } from "#contract/match-finder.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import { failed } from "#web/lib/use-call.ts";
import type { Route } from "./+types/match-finder.ts";
import { answerIn, preferencesIn } from "./answers.ts";
import { BestMembers } from "./best-members.tsx";
import { QuestionStep } from "./question-step.tsx";
import { addressAfter, addressOf, bestPath, questionsOf } from "./questions.ts";

async function read(page: Page, request: Request) {
  const { searchParams } = new URL(request.url);
  const asked = questionsOf((await page.settings()).visible_profile_fields);
  const question = asked.find((name) => name === searchParams.get("question")) ?? null;
  return { asked, question, best: searchParams.get("show") === "best" };
}

/** The question in the address; without one the members, or for whoever has answered nothing yet the first question. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [{ asked, question, best }, preferences] = await Promise.all([read(page, request), page.load(getPreferences)]);
  if (question !== null) return { asked, question, preferences, own: await page.load(getOwnProfile) };
  if (!preferences.answered && !best) throw redirect(addressOf(asked[0]));
  return { question, preferences, left: user.questions_left, ...(await page.load(findBestMembers)) };
}

/** What a browser posts by itself; then the next question, or what was wrong. */
export async function action({ context, request }: Route.ActionArgs) {
  const page = pageOf(context);
  const { asked, question, best } = await read(page, request);
  if (question === null && !best) throw redirect(addressOf(asked[0]));
  if (question === null) {
    // a wider wish, from the list that nobody was on
    await page.load(savePreferences, { body: preferencesIn(await request.formData(), ["age", "distance"]) });
    throw redirect(bestPath);
  }
  try {
    const { preferences, profile } = answerIn(await request.formData(), question, await page.call(getOwnProfile));
    if (preferences) await page.call(savePreferences, { body: preferences });
    if (profile) await page.call(saveProfile, { body: profile });
  } catch (error) {
    return data(failed(error), { status: 400 });
  }
  throw redirect(addressAfter(asked, question));
}

/** R2.01: a few short questions, and the members who suit best. */
export default function MatchFinder({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.question === null) return <BestMembers {...loaderData} />;
  return <QuestionStep key={loaderData.question} {...loaderData} refused={actionData} />;
}
