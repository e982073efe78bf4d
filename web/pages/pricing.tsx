import { Form } from "react-router";
import { getBundles } from "#contract/credits.ts";
import { localeOf } from "#contract/languages.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { BundleFacts } from "#web/credits/bundle-card.tsx";
import { DiscountNote } from "#web/credits/discount-note.tsx";
import { loadDiscount } from "#web/credits/load-offer.ts";
import { useMember } from "#web/lib/live-state.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { countryOptions, visitorCountry } from "#web/sites/places/countries.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import type { Route } from "./+types/pricing.ts";
import { Sections } from "./page-body.tsx";
import { loadPageTexts, pricingWords } from "./page-texts.server.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["credits"], mood: "paying" };

/** `requested`: the country in the address. If the site does not have it, the visitor's likely country is used. */
async function bundlesFor(page: Page, requested: string | null) {
  const settings = await page.settings();
  const { countries } = settings;
  const chosenCountry = countries.find((code) => code === requested) ?? visitorCountry(settings, page.language);
  const { country, bundles, sells, code, debt } = await page.load(getBundles, {
    query: { country: chosenCountry || undefined },
  });
  const discount = await loadDiscount(page, code);
  const allCountries = [...new Set(country === null ? countries : [...countries, country])];
  return {
    country: country ?? "",
    bundles,
    sells,
    debt,
    discount,
    options: countryOptions(allCountries, localeOf(page.language)),
  };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [offer, { values, ...texts }] = await Promise.all([
    bundlesFor(page, new URL(request.url).searchParams.get("country")),
    loadPageTexts(page, "pricing"),
  ]);
  const name = offer.options.find(({ value }) => value === offer.country)?.label ?? "";
  return { ...offer, ...texts, words: pricingWords(page.language, { ...values, country: name }) };
}

type Words = Route.ComponentProps["loaderData"]["words"];

function Costs({ words }: { words: Words }) {
  return (
    <table className="mt-4 w-full max-w-[70ch] text-start">
      <caption className="sr-only">{words.costs}</caption>
      <thead>
        <tr className="border-line border-b text-muted text-sm">
          <th scope="col" className="py-2 text-start font-semibold">
            {words.thing}
          </th>
          <th scope="col" className="py-2 text-end font-semibold">
            {words.price}
          </th>
        </tr>
      </thead>
      <tbody>
        {words.rows.map(({ thing, price }) => (
          <tr key={thing} className="border-line border-b">
            <th scope="row" className="hyphens-auto py-2.5 pe-4 text-start font-normal wrap-anywhere">
              {thing}
            </th>
            <td className="whitespace-nowrap py-2.5 text-end font-semibold">{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All prices of the chosen country, or of the viewer's own, visible before joining. */
export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { title, description, sections, country, bundles, sells, debt, discount, options, words } = loaderData;
  const user = useMember();
  const signup = useSignupLink();
  return (
    <div className="container py-6 md:py-10">
      <PageTitle title={title} />
      <meta name="description" content={description} />
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="mt-3 max-w-[70ch] text-lg text-muted">{words.intro}</p>
      <h2 className="mt-8 text-2xl">{words.bundles}</h2>
      {user === null ? (
        <Form method="get" preventScrollReset className="mt-4 flex max-w-md flex-wrap items-end gap-x-3">
          <div className="min-w-48 grow">
            <SelectField key={country} name="country" label={words.country} options={options} defaultValue={country} />
          </div>
          <Button type="submit" look="outline" className="mb-5">
            {words.show}
          </Button>
        </Form>
      ) : null}
      <div role="status">
        <p className="mt-2 mb-4">{bundles.length > 0 ? words.bundles_in : sells ? words.none : words.closed}</p>
      </div>
      <DiscountNote discount={discount} />
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {bundles.map((bundle) => (
          <BundleFacts key={bundle.id} bundle={bundle} debt={debt} />
        ))}
      </ul>
      <p className="mt-6">
        <ButtonLink to={user === null ? signup() : "/credits"} size="large">
          {user === null ? words.sign_up : words.buy}
        </ButtonLink>
      </p>
      <h2 className="mt-10 text-2xl">{words.costs}</h2>
      <Costs words={words} />
      <div className="max-w-[70ch]">
        <Sections sections={sections} />
      </div>
    </div>
  );
}
