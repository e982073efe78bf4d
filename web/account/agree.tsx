import { redirect, useSearchParams } from "react-router";
import { dayOf } from "#contract/days.ts";
import { setSexuality } from "#contract/profiles.ts";
import { textPages } from "#contract/public-pages.ts";
import { agree } from "#contract/terms.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { toLocalPath } from "#web/lib/local-path.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/agree.ts";

export const handle: ScreenHandle = { who: "members", texts: ["account"], mood: "settings" };

const nextOf = (request: Request) => new URL(request.url).searchParams.get("next");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { to_agree: asked } = await pageOf(context).member();
  if (!asked.consent && asked.terms === null) throw redirect(toLocalPath(nextOf(request)));
  return { asked, mayWait: asked.terms !== null && dayOf(new Date()) < asked.terms };
}

const answers = ["consent", "terms", "terms_later"] as const;

/** An answer that does not agree withdraws the consent. */
async function send(call: CallFunction, { answer }: Fields): Promise<unknown> {
  const to = answers.find((each) => each === answer);
  return to ? await call(agree, { body: { to } }) : await call(setSexuality, { body: { seeks: null } });
}

export const action = createAction(send, (_, { request }: Route.ActionArgs) => toLocalPath(nextOf(request)));

/** Asks for what the member has not agreed to yet; the pages of members lead here (`createPage`). */
export default function Agree({ loaderData: { asked, mayWait }, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  const { calendarDay } = useFormat();
  const { name: site } = useSettings();
  const form = useForm(send, actionData);
  const { continueTo } = useSession();
  const next = toLocalPath(useSearchParams()[0].get("next"));
  const answer = (to: string) => <input type="hidden" name="answer" value={to} />;
  const onSubmit = (fields: Fields) => void form.submit(fields, () => continueTo(next, { replace: true }));
  const shared = { failure: form.failure, onSubmit };
  return (
    <Screen title={t("agree.title")} narrow>
      {asked.consent ? (
        <section className="surface-card mb-5 p-5 md:p-6">
          <h2 className="mb-2 text-xl">{t("agree.consent")}</h2>
          <p className="mb-4">{t("agree.consent_text")}</p>
          <p className="mb-2 font-medium">{t("signup.consent", { site })}</p>
          <p className="mb-4 text-muted text-sm">{t("signup.consent_why")}</p>
          <CallForm {...shared}>
            {answer("consent")}
            <Button type="submit" size="large" wide pending={form.pending}>
              {t("agree.yes")}
            </Button>
          </CallForm>
          <p className="mt-5 mb-3 text-muted text-sm">
            {t("agree.no_effect")} {t("consents.who_effect")}
          </p>
          <CallForm {...shared}>
            {answer("no")}
            <Button type="submit" look="outline" wide pending={form.pending}>
              {t("agree.no")}
            </Button>
          </CallForm>
        </section>
      ) : null}
      {asked.terms === null ? null : (
        <section className="surface-card mb-5 p-5 md:p-6">
          <h2 className="mb-2 text-xl">{t("agree.terms", { date: calendarDay(asked.terms) })}</h2>
          <p className="mb-3">{t("agree.terms_text")}</p>
          <p className="mb-4">
            <TextLink to={mayWait ? `${textPages.terms}?version=next` : textPages.terms}>{t("agree.read")}</TextLink>
          </p>
          <CallForm {...shared}>
            {answer("terms")}
            <Button type="submit" size="large" wide pending={form.pending}>
              {t("agree.yes")}
            </Button>
          </CallForm>
          {mayWait ? (
            <CallForm {...shared} className="mt-3">
              {answer("terms_later")}
              <Button type="submit" look="outline" wide pending={form.pending}>
                {t("agree.later")}
              </Button>
            </CallForm>
          ) : null}
          <ButtonLink to="/delete-account" look="outline" wide className="mt-3">
            {t("agree.leave", { site })}
          </ButtonLink>
        </section>
      )}
    </Screen>
  );
}
