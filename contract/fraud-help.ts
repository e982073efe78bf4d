/** Where people get help after a fraud, by country: the police or a public office. */
const helpPages: Readonly<Record<string, string>> = {
  AT: "https://www.watchlist-internet.at/",
  BE: "https://safeonweb.be/",
  CH: "https://www.cybercrimepolice.ch/",
  DE: "https://www.polizei-beratung.de/",
  DK: "https://politi.dk/",
  ES: "https://www.incibe.es/linea-de-ayuda-en-ciberseguridad",
  FI: "https://poliisi.fi/",
  FR: "https://www.cybermalveillance.gouv.fr/",
  GB: "https://www.reportfraud.police.uk/",
  IE: "https://www.garda.ie/",
  IT: "https://www.commissariatodips.it/",
  NL: "https://www.fraudehelpdesk.nl/",
  NO: "https://www.politiet.no/",
  PL: "https://incydent.cert.pl/",
  SE: "https://polisen.se/",
  US: "https://reportfraud.ftc.gov/",
};

/** The help page for a country, ISO 3166-1; for others the list of Europol. */
export const helpPageFor = (country: string | null): string =>
  helpPages[country ?? ""] ?? "https://www.europol.europa.eu/report-a-crime/report-cybercrime-online";
