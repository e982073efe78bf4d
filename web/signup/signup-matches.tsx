import { Search } from "lucide-react";
import { getSignupMatches } from "#contract/members.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { AnswerLink } from "#web/search/match-finder/answer-link.tsx";
import { BeyondMembers } from "#web/search/match-finder/beyond-members.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/signup-matches.ts";
import { NextSteps } from "./next-steps.tsx";

export const handle: ScreenHandle = { who: "members", texts: ["account"] };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [{ members }, own] = await Promise.all([page.load(getSignupMatches), page.load(getOwnProfile)]);
  return { user, members, own };
}

/** The card with the next steps comes after this many faces. */
const firstFaces = 4;

/** D3.7: the first faces, best matches first, and optional next steps. */
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
      {members.length === 0 ? (
        <EmptyState
          icon={<Search aria-hidden className="size-8" />}
          title={t("matches.none")}
          text={t("matches.none_text")}
        />
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
      <p className="mt-8 text-center">
        <ButtonLink to="/members" size="large">
          {t("matches.search")}
        </ButtonLink>
      </p>
    </Screen>
  );
}
