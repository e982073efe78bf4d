import { DoorClosed } from "lucide-react";
import { data, redirect } from "react-router";
import { signUp } from "#contract/account.ts";
import { getCities } from "#contract/places.ts";
import { genders, seeks } from "#contract/profiles.ts";
import { localeOf } from "#web/lib/format.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { failed } from "#web/lib/use-call.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/signup.ts";
import { CheckMail } from "./check-mail.tsx";
import { countryOptions, likelyCountry } from "./countries.ts";
import { Outcome } from "./outcome.tsx";
import { SignupForm } from "./signup-form.tsx";
import { bodyOf, readValues, type SignupValues } from "./signup-values.ts";
import { meantTown, townQuery } from "./towns.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [user, settings] = await Promise.all([page.user(), page.settings()]);
  if (user?.status === "active") throw redirect("/members");
  const { searchParams } = new URL(request.url);
  const option = (name: string, known: readonly string[]) => known.find((code) => code === searchParams.get(name));
  return {
    open: settings.signups !== "none",
    countries: countryOptions(settings.countries, localeOf(page.language)),
    first: {
      gender: option("gender", genders),
      seeks: option("seeks", seeks),
      country: likelyCountry(settings, localeOf(page.language)),
    },
  };
}

/** Without scripts nobody could choose from a list: what was typed must name one town. */
async function withTown({ call }: Page, values: SignupValues): Promise<SignupValues> {
  const { country, city, city_id } = values;
  const text = townQuery(city);
  if (city_id !== "" || text === "") return values;
  const { cities } = await call(getCities, { query: { country, text } });
  return { ...values, city_id: String(meantTown(city, cities)?.id ?? "") };
}

export async function action({ context, request }: Route.ActionArgs) {
  const page = pageOf(context);
  const values = readValues(await request.formData());
  try {
    await page.call(signUp, { body: bodyOf(await withTown(page, values)) });
  } catch (error) {
    const { password: _, ...first } = values;
    return data({ refused: failed(error), first }, { status: 400 });
  }
  throw redirect("/signup");
}

/** The session's refresh after the signup must not be led away by the loader. */
export function shouldRevalidate(): boolean {
  return false;
}

/** R1.01: sign up; a new member who has not confirmed the address yet hears what comes next. */
export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  const { user } = useSession();
  if (user !== null) return <CheckMail user={user} />;
  if (!loaderData.open) {
    return (
      <Outcome icon={DoorClosed} title={t("signup.closed")}>
        <p>{t("signup.closed_text")}</p>
        <ButtonLink to="/login" size="large">
          {t("login.send")}
        </ButtonLink>
      </Outcome>
    );
  }
  return (
    <div className="container py-6 md:py-10">
      <PageTitle title={t("signup.title")} />
      <div className="mx-auto max-w-lg">
        <h1 className="mb-1 font-semibold text-base text-primary-ink tracking-normal">{t("signup.heading")}</h1>
        <SignupForm
          countries={loaderData.countries}
          first={actionData?.first ?? loaderData.first}
          refused={actionData?.refused ?? null}
        />
      </div>
    </div>
  );
}
