import type { Card } from "#contract/profiles.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import type { Route } from "./+types/portrait.ts";
import { usePrices } from "./costs.ts";
import { Landing, type Shown } from "./landing.tsx";
import { useSignupTarget } from "./landing-parts.tsx";
import { loadLanding } from "./load-landing.ts";
import { LabelNotice, MainPhoto, MemberHeading } from "./member.tsx";
import "./landings.css";

export const handle: ScreenHandle = { who: "visitors", texts: ["landings"] };

export const loader = (args: Route.LoaderArgs) => loadLanding("landing", args);

/** The first design: a photo, the member's name, age and place, and one thing to do. */
export default function Portrait({ loaderData }: Route.ComponentProps) {
  return <Landing loaded={loaderData}>{(landing) => <Face {...landing} />}</Landing>;
}

function Face({ member, takes_first_message }: Shown) {
  const faceless = member.main_image === null;
  return (
    <section className="portrait">
      <MainPhoto
        member={member}
        sizes="(min-width: 768px) 416px, 100vw"
        className={faceless ? "portrait-photo portrait-faceless" : "portrait-photo"}
      />
      <div className={faceless ? "portrait-who" : "portrait-who portrait-scrim"}>
        <MemberHeading member={member} className="text-4xl md:text-5xl" placeClass="mt-1 text-lg md:text-xl" />
      </div>
      <div className="portrait-action">
        <Action member={member} takesFirstMessage={takes_first_message} />
      </div>
    </section>
  );
}

function Action({ member, takesFirstMessage }: { member: Card; takesFirstMessage: boolean }) {
  const t = useTexts("landings");
  const { min_age: age } = useSettings();
  const { writes, to } = useSignupTarget(member.id, takesFirstMessage);
  const prices = usePrices();
  const { name, fictional } = member;
  return (
    <>
      <LabelNotice member={member} className="mb-5 md:mt-4" />
      <ButtonLink to={to} size="large" className="w-full md:mt-5 md:w-auto">
        <span className="min-w-0 wrap-anywhere">{t(writes ? "write" : "join", { name })}</span>
      </ButtonLink>
      <p className="mt-3 text-sm">
        {prices} {t("adults", { age })}
      </p>
      {writes && !fictional ? <p className="mt-1 text-sm">{t("first", { name })}</p> : null}
    </>
  );
}
