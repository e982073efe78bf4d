import { data, redirect } from "react-router";
import { getCard } from "#contract/members.ts";
import { mayJoin } from "#contract/tracking.ts";
import { isUuid } from "#contract/uuid.ts";
import { readTracking } from "#web/account/signup-link/tracking.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { CardProfile } from "#web/search/card-profile.tsx";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/guest-card.ts";
import { useSignupTarget } from "./landing-parts.tsx";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["likes", "members", "photos.lock", "verification.about"],
  loginReturns: true,
};

/** A site that hides members from visitors, or takes no signups, sends them to the login. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  if (!isUuid(id)) throw data(null, { status: 404 });
  const page = pageOf(context);
  if ((await page.user()) !== null) throw redirect(`/members/${id}`);
  const login = redirect(`/login?next=${encodeURIComponent(`/members/${id}`)}`);
  if (!mayJoin(await page.settings(), readTracking(request))) throw login;
  try {
    return await page.call(getCard, { query: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && error.loginNeeded) throw login;
    // no such member, or hidden from visitors: the error page says so
    return await page.load(getCard, { query: { id } });
  }
}

/** What a visitor may see of a member who lets them (decision 0091), and the signup. */
export default function GuestCard({ loaderData }: Route.ComponentProps) {
  const { member, about, questions, interests, takes_first_message: takes } = loaderData;
  const t = useTexts("members");
  const { sortByName } = useFormat();
  const signup = useSignupLink();
  const { writes, to } = useSignupTarget(member.id, takes);
  return (
    <article className="container pb-6 md:py-8">
      <PageTitle title={member.name} />
      <CardProfile member={member}>
        {about === "" ? null : (
          <p dir="auto" className="mt-3 break-words text-lg">
            {about}
          </p>
        )}
        <MemberNote member={member} className="mt-4" />
        <p className="mt-5 text-muted">{t("visitor.profile")}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <ButtonLink
            to={signup(`/signup?next=${encodeURIComponent(`/members/${member.id}`)}`)}
            className="grow md:grow-0"
          >
            {t("visitor.sign_up")}
          </ButtonLink>
          {writes ? (
            <OutlineLink to={to} className="grow md:grow-0">
              <span className="min-w-0 wrap-anywhere">{t("visitor.write", { name: member.name })}</span>
            </OutlineLink>
          ) : null}
        </div>
        {questions.length === 0 ? null : (
          <Section title={t("visitor.questions", { name: member.name })} heading="text-xl" className="mt-8">
            <ul className="mt-3 grid gap-2.5">
              {questions.map(({ id, text }) => (
                <li key={id} dir="auto" className="break-words rounded-lg bg-tint px-4 py-3 font-semibold">
                  {text}
                </li>
              ))}
            </ul>
          </Section>
        )}
        {interests.length === 0 ? null : (
          <Section title={t("filter.interests")} heading="text-xl" className="mt-8">
            <ul className="mt-3 flex flex-wrap gap-2">
              {sortByName(interests, (name) => name).map((name) => (
                <li key={name}>
                  <Chip>{name}</Chip>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </CardProfile>
    </article>
  );
}
