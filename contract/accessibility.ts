/** The day on which the statement on accessibility was last compared with the product, ISO 8601. */
export const accessibilityCheckedOn = "2026-11-23T12:00:00Z";

/** The authority of each country (Directive 2019/882, Article 23). Norway has its own rules; CH and GB have none. */
export const accessibilityAuthorities: Readonly<Record<string, string>> = {
  AT: "Sozialministeriumservice, https://sozialministeriumservice.gv.at",
  BE: "FPS Economy – SPF Économie – FOD Economie, https://economie.fgov.be",
  DE: "Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), https://mlbf-barrierefrei.de",
  DK: "Digitaliseringsstyrelsen, https://digst.dk",
  ES: "Oficina de Atención a la Discapacidad (OADIS), https://oadis.es",
  FI: "Liikenne- ja viestintävirasto Traficom, https://saavutettavuusvaatimukset.fi",
  FR: "DGCCRF, https://signal.conso.gouv.fr",
  IE: "Competition and Consumer Protection Commission (CCPC), https://ccpc.ie",
  IT: "Agenzia per l’Italia Digitale (AgID), https://agid.gov.it",
  NL: "Autoriteit Consument & Markt (ACM), https://acm.nl",
  NO: "Tilsynet for universell utforming av ikt, https://uutilsynet.no",
  PL: "Państwowy Fundusz Rehabilitacji Osób Niepełnosprawnych (PFRON), https://pfron.org.pl",
  SE: "Post- och telestyrelsen (PTS), https://pts.se",
};
