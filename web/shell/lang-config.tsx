import { redirect } from "react-router";
import { putLanguage } from "#contract/account.ts";
import type { Language } from "#contract/constants.ts";
import { localeOf } from "#contract/languages.ts";
import { readLocalPath } from "#contract/local-path.ts";
import { chooseCountry } from "#contract/sites.ts";
import { languageNames } from "#web/lib/languages.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { countryOptions } from "#web/sites/places/countries.ts";
import { Button } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import type { Route } from "./+types/lang-config.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["account"] };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const { countries, geoip_selected_country: country } = await page.settings();
  return { countries: countryOptions(countries, localeOf(page.language)), country };
}

/** Saves both choices, and returns to the previous page, in the chosen language. Works without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const page = pageOf(context);
  const form = await request.formData();
  const language = form.get("language");
  const country = form.get("country");
  const { countries, languages } = await page.settings();
  const chosenLanguage: Language = languages.find((code) => code === language) ?? page.language;
  const knownCountry = typeof country === "string" && countries.includes(country) ? country : null;
  await page.call(chooseCountry, { body: { country: knownCountry } });
  if ((await page.user()) !== null) await page.call(putLanguage, { body: { language: chosenLanguage } });
  const nextPath = readLocalPath(new URL(request.url).searchParams.get("next") ?? "") ?? "/";
  const next = new URL(nextPath, "http://site");
  // the new page's address names the language, and the server stores it in the cookie
  next.searchParams.set("locale", chosenLanguage);
  throw redirect(`${next.pathname}${next.search}`);
}

/** Chooses the language, and the country if that of the IP address is wrong. */
export default function LangConfig({ loaderData: { countries, country } }: Route.ComponentProps) {
  const t = useTexts("shell");
  const account = useTexts("account");
  const language = useLanguage();
  const settings = useSettings();
  return (
    <Screen title={account("lang_config.title")} narrow>
      <p className="text-muted">{account("lang_config.text", { site: settings.name })}</p>
      <form method="post" className="mt-6 grid gap-5">
        <SelectField
          name="language"
          label={t("footer.language")}
          defaultValue={language}
          options={settings.languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <SelectField
          name="country"
          label={account("signup.country")}
          note={account("lang_config.country_note")}
          empty={account("lang_config.country_found")}
          defaultValue={country ?? ""}
          options={countries}
        />
        <Button type="submit" size="large">
          {t("save")}
        </Button>
      </form>
    </Screen>
  );
}
