import { useId } from "react";
import type { Card } from "#contract/profiles.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Route } from "./+types/story.ts";
import { usePrices } from "./costs.ts";
import { FirstWords } from "./first-words.tsx";
import { Landing } from "./landing.tsx";
import { useSignupTarget } from "./landing-parts.tsx";
import { loadLanding } from "./load-landing.ts";
import { LabelNotice, MainPhoto, MemberHeading } from "./member.tsx";

export const handle: ScreenHandle = { who: "visitors", texts: ["landings"] };

export const loader = (args: Route.LoaderArgs) => loadLanding("landing3", args);

/** The third design, a page to read: the member, how the site works, what it costs, then the message field. */
export default function Story({ loaderData }: Route.ComponentProps) {
  return (
    <Landing loaded={loaderData}>
      {({ member, about, takes_first_message: takes }) => (
        <article className="container py-8 md:py-14">
          <div className="mx-auto max-w-3xl">
            <header className="border-line border-b pb-6">
              <MemberHeading
                member={member}
                className="font-light text-5xl tracking-tight md:text-6xl"
                placeClass="mt-2 text-lg text-muted"
              />
            </header>
            <div className="gap-10 pt-6 md:grid md:grid-cols-[2fr_3fr] md:items-start md:pt-8">
              <MainPhoto
                member={member}
                sizes="(min-width: 768px) 280px, (min-width: 576px) 516px, 92vw"
                className="aspect-4/5 w-full rounded-sm max-md:max-h-[60svh]"
              />
              <div>
                <LabelNotice member={member} className="max-md:mt-5 md:mb-5" />
                <About member={member} about={about} />
                <HowItWorks id={member.id} takesFirstMessage={takes} />
              </div>
            </div>
            <Prices />
            <Question member={member} takesFirstMessage={takes} />
          </div>
        </article>
      )}
    </Landing>
  );
}

/** The member's own text, as far as the site shows it to visitors. */
function About({ member: { name }, about }: { member: Card; about: string }) {
  const t = useTexts("landings");
  const id = useId();
  if (about === "") return null;
  return (
    <section aria-labelledby={id} className="mb-8 max-md:mt-6">
      <h2 id={id} className="font-semibold text-base text-muted tracking-normal wrap-anywhere">
        {t("about", { name })}
      </h2>
      <blockquote dir="auto" className="mt-2 text-xl leading-relaxed wrap-anywhere">
        {about}
      </blockquote>
    </section>
  );
}

function HowItWorks({ id, takesFirstMessage }: { id: string; takesFirstMessage: boolean }) {
  const t = useTexts("landings");
  const { writes } = useSignupTarget(id, takesFirstMessage);
  const lines = writes
    ? [t("how_write"), t("how_confirm"), t("how_look")]
    : [t("how_join"), t("how_find"), t("how_look")];
  return (
    <section className="max-md:mt-6">
      <h2 className="text-xl">{t("how")}</h2>
      <ol className="mt-3 flex flex-col gap-3">
        {lines.map((line, index) => (
          <li key={line} className="flex gap-4">
            <span aria-hidden className="w-5 shrink-0 text-2xl text-primary-ink leading-none">
              {index + 1}
            </span>
            {line}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Prices() {
  const t = useTexts("landings");
  const { signup_credits: count } = useSettings();
  const prices = usePrices();
  return (
    <section className="mt-8 border-line border-t pt-6">
      <h2 className="text-xl">{t("prices")}</h2>
      <p className="mt-2">{prices}</p>
      {count > 0 ? <p className="mt-1">{t("gift", { count })}</p> : null}
    </section>
  );
}

function Question({ member, takesFirstMessage }: { member: Card; takesFirstMessage: boolean }) {
  const t = useTexts("landings");
  const { min_age: age } = useSettings();
  const { writes } = useSignupTarget(member.id, takesFirstMessage);
  const { name } = member;
  return (
    <section className="mt-8 border-line border-t pt-6">
      <h2 className="mb-4 text-3xl wrap-anywhere">{t(writes ? "question" : "question_join", { name })}</h2>
      <FirstWords member={member} takesFirstMessage={takesFirstMessage} label={t("message", { name })} />
      <p className="mt-3 text-center text-muted text-sm">{t("adults", { age })}</p>
    </section>
  );
}
