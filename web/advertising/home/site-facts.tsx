import { supportPhone } from "#contract/company-address.ts";
import { canonicalOrigin } from "#contract/public-pages.ts";
import { iconPath } from "#contract/web-app.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useLanguage } from "#web/lib/texts.tsx";
import { StructuredData } from "#web/ui/structured-data.tsx";

/** The footer's facts about the site and its company, as structured data for search engines (D10.3). */
export function SiteFacts() {
  const root = useRootData();
  const language = useLanguage();
  if (root === undefined) return null;
  const { settings, company } = root;
  const origin = canonicalOrigin(root.origin, settings.domain);
  const { address1, address2, address3, city, country } = company;
  const publisher = {
    "@type": "Organization",
    name: company.name,
    url: `${origin}/`,
    logo: origin + iconPath(settings, "any", 512),
    email: settings.support_email,
    telephone: supportPhone(settings, company) || undefined,
    vatID: company.vat_numbers[0],
    address: {
      "@type": "PostalAddress",
      streetAddress: [address1, address2, address3].filter(Boolean).join(", "),
      addressLocality: city,
      addressCountry: country,
    },
  };
  const thing = { "@type": "WebSite", name: settings.name, url: `${origin}/`, inLanguage: language, publisher };
  return <StructuredData thing={thing} />;
}
