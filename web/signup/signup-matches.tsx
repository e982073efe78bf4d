import { Bell, ChevronRight, ListChecks, MailCheck, PenLine, Search } from "lucide-react";
import { Link } from "react-router";
import { getSignupMatches } from "#contract/members.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import type { SignupStep } from "#contract/sites.ts";
import { useMember } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { usePush } from "#web/notifications/use-push.ts";
import { AnswerLink } from "#web/search/match-finder/answer-link.tsx";
import { BeyondMembers } from "#web/search/match-finder/beyond-members.tsx";
import { WithoutConsent } from "#web/search/without-consent.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/signup-matches.ts";
import { listOpenSteps } from "./complete-steps.ts";
import type { StepProps } from "./step-props.ts";

const icons = { personal_info: ListChecks, about_me: PenLine, push: Bell, confirm_email: MailCheck } as const;
type NextStep = keyof typeof icons;

const isNextStep = (step: SignupStep): step is NextStep => step in icons;

/** The unfinished steps that make a new member easier to find and to answer; one link each (ux: Signup). */
function NextSteps({ user, own }: Pick<StepProps, "user" | "own">) {
  const t = useTexts("account");
  const { signup_steps } = useSettings();
  const currentUser = useMember() ?? user;
  const push = usePush().state;
  const isPushDecided = push === "incapable" || push === "denied" || push === "subscribed";
  const openNextSteps = listOpenSteps(signup_steps, { user: currentUser, own })
    .filter(isNextStep)
    .filter((step) => step !== "push" || !isPushDecided)
    // without it nothing that the member writes is delivered
    .toSorted((a, b) => Number(b === "confirm_email") - Number(a === "confirm_email"));
  if (openNextSteps.length === 0) return null;
  return (
    <Section title={t("next.title")} heading="text-xl" className="surface-card my-6 p-5 md:my-8 md:p-6">
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-2">
        {openNextSteps.map((step) => {
          const Icon = icons[step];
          return (
            <li key={step}>
              <Link
                to={`/complete-signup?step=${step}`}
                className="flex min-h-14 items-center gap-3.5 rounded-md border border-line px-4 py-3 no-underline hover:bg-tint"
              >
                <Icon aria-hidden className="size-6 shrink-0 text-primary-ink" />
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{t(`next.${step}`)}</span>
                  <span className="block break-words text-muted text-sm">
                    {t(`next.${step}_text`, { email: currentUser.email })}
                  </span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

export const handle: ScreenHandle = { who: "members", texts: ["account", "match-finder"], mood: "signup" };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [{ members }, own] = await Promise.all([page.load(getSignupMatches), page.load(getOwnProfile)]);
  return { user, members, own };
}

/** The card with the next steps comes after this many faces. */
const firstFaces = 4;

/** Shows the first faces, best matches first, and optional next steps. */
export default function SignupMatches({ loaderData: { user, members, own } }: Route.ComponentProps) {
  const t = useTexts("account");
  const withinPreferences = members.filter((member) => !member.beyond);
  const beyond = members.filter((member) => member.beyond);
  const beyondSection = (
    <BeyondMembers>
      {beyond.map((member) => (
        <MemberCard key={member.id} member={member} />
      ))}
    </BeyondMembers>
  );
  const firstSection =
    withinPreferences.length === 0 ? (
      beyondSection
    ) : (
      <CardGrid label={t("matches.first")}>
        {withinPreferences.slice(0, firstFaces).map((member) => (
          <MemberCard key={member.id} member={member} eager />
        ))}
      </CardGrid>
    );
  return (
    <Screen title={t("matches.title")} heading={t("matches.heading", { name: user.profile.name })}>
      {user.lacks_consent ? (
        <WithoutConsent />
      ) : members.length === 0 ? (
        <EmptyState
          icon={<Search aria-hidden className="size-8" />}
          title={t("matches.none")}
          text={t("matches.none_text")}
        >
          <ButtonLink to="/members">{t("matches.search")}</ButtonLink>
        </EmptyState>
      ) : (
        firstSection
      )}
      <AnswerLink left={user.questions_left} className="mt-4" />
      <NextSteps user={user} own={own} />
      {withinPreferences.length > firstFaces ? (
        <CardGrid label={t("matches.more")}>
          {withinPreferences.slice(firstFaces).map((member) => (
            <MemberCard key={member.id} member={member} />
          ))}
        </CardGrid>
      ) : null}
      {withinPreferences.length === 0 ? null : beyondSection}
      {members.length === 0 ? null : (
        <p className="mt-8 text-center">
          <ButtonLink to="/members" size="large">
            {t("matches.search")}
          </ButtonLink>
        </p>
      )}
    </Screen>
  );
}
