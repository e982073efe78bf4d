import { eeaCountries } from "./eea.ts";

/**
 * Numbers to call if a person is in danger: the emergency number of a country, helplines against suicide, and one for
 * children; and where the police take a report online, if they do.
 */
export const helplines: readonly {
  country: string;
  emergency: string;
  lines: string;
  children: string;
  police?: string;
}[] = [
  { country: "AT", emergency: "112", lines: "142", children: "147" },
  {
    country: "BE",
    emergency: "112",
    lines: "1813 (nl), 0800 32 123 (fr)",
    children: "102 (nl), 103 (fr)",
    police: "https://policeonweb.belgium.be/",
  },
  {
    country: "CH",
    emergency: "112, 117, 144",
    lines: "143",
    children: "147",
    police: "https://www.suisse-epolice.ch/",
  },
  {
    country: "DE",
    emergency: "112, 110",
    lines: "0800 111 0 111",
    children: "116 111",
    police: "https://portal.onlinewache.polizei.de/",
  },
  {
    country: "DK",
    emergency: "112",
    lines: "70 201 201",
    children: "116 111",
    police: "https://politi.dk/anmeld-kriminalitet",
  },
  { country: "ES", emergency: "112", lines: "024", children: "116 111", police: "https://denuncias.policia.es/" },
  {
    country: "FI",
    emergency: "112",
    lines: "09 2525 0111",
    children: "116 111",
    police: "https://poliisi.fi/en/report-a-crime",
  },
  {
    country: "FR",
    emergency: "112",
    lines: "3114",
    children: "119",
    police: "https://www.masecurite.interieur.gouv.fr/",
  },
  {
    country: "GB",
    emergency: "999",
    lines: "116 123",
    children: "0800 1111",
    police: "https://www.police.uk/pu/contact-us/",
  },
  { country: "IE", emergency: "112", lines: "116 123", children: "1800 66 66 66" },
  {
    country: "IT",
    emergency: "112",
    lines: "02 2327 2327",
    children: "19696",
    police: "https://www.commissariatodips.it/",
  },
  { country: "LU", emergency: "112", lines: "45 45 45", children: "116 111" },
  {
    country: "NL",
    emergency: "112",
    lines: "113, 0800 0113",
    children: "0800 0432",
    police: "https://www.politie.nl/aangifte-of-melding-doen",
  },
  { country: "NO", emergency: "112, 113", lines: "116 123", children: "116 111" },
  { country: "PL", emergency: "112", lines: "116 123", children: "116 111" },
  { country: "SE", emergency: "112", lines: "90101", children: "116 111" },
  { country: "US", emergency: "911", lines: "988", children: "1-800-422-4453", police: "https://www.ic3.gov/" },
];

/** Lists the crisis lines of all countries. */
export const allHelplinesUrl = "https://findahelpline.com/";

/**
 * The numbers of a country. One without a row has no crisis line here, only the list of all; its emergency number is
 * 112 in the European Economic Area, and else not known: undefined.
 */
export const helplineOf = (country: string): { emergency: string; lines?: string; children?: string } | undefined =>
  helplines.find((each) => each.country === country) ??
  (eeaCountries.includes(country) ? { emergency: "112" } : undefined);

/** Lists the hotlines that take reports of child abuse material, by country. */
export const childAbuseHotlinesUrl = "https://inhope.org/";
