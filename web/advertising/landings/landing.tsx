import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { NicheLine } from "./landing-parts.tsx";
import type { Loaded } from "./load-landing.ts";

export type Shown = NonNullable<Loaded["landing"]>;

/** The tab's title does not reveal the page on a niche's site (ux: Manners). */
export function Landing({ loaded, children }: { loaded: Loaded; children: (landing: Shown) => ReactNode }) {
  const { landing, niche } = loaded;
  return (
    <>
      <Title name={landing?.member.name} />
      <NicheLine line={niche?.line} />
      {landing === null ? <NotShown /> : children(landing)}
    </>
  );
}

function Title({ name }: { name: string | undefined }) {
  const t = useTexts("landings");
  const plain = useSettings().niche === 1;
  return <PageTitle whole={!plain} title={plain && name !== undefined ? t("title", { name }) : t("title_neutral")} />;
}

/** Shown if the visitor may not see the member or the member does not exist, without saying which. */
function NotShown() {
  const t = useTexts("landings");
  const signup = useSignupLink();
  const { logged_out_search } = useSettings();
  return (
    <div className="container py-8 md:py-14">
      <div className="surface-card mx-auto flex max-w-lg flex-col gap-4 p-6 md:p-8">
        <Compass aria-hidden className="size-12 text-primary-ink" />
        <h1 className="text-3xl">{t("nobody")}</h1>
        <p className="text-lg text-muted">{t("nobody_text")}</p>
        <ButtonLink to={signup()} size="large">
          {t("nobody_join")}
        </ButtonLink>
        {logged_out_search === "none" ? null : (
          <ButtonLink to="/members" look="outline" size="large">
            {t("nobody_look")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
