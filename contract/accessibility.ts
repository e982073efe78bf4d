/** The day on which the statement on accessibility was last compared with the product, ISO 8601. */
export const accessibilityCheckedOn = "2026-11-23T12:00:00Z";

/**
 * The authorities that supervise the accessibility of online services, by country (Directive 2019/882, Article 23).
 * Norway has its own rules; Switzerland and the United Kingdom have no such authority.
 */
export const accessibilityAuthorities: Readonly<Record<string, string>> = {
  AT: "Sozialministeriumservice, sozialministeriumservice.gv.at",
  BE: "FPS Economy – SPF Économie – FOD Economie, economie.fgov.be",
  DE: "Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), mlbf-barrierefrei.de",
  DK: "Digitaliseringsstyrelsen, digst.dk",
  ES: "Oficina de Atención a la Discapacidad (OADIS), oadis.es",
  FI: "Liikenne- ja viestintävirasto Traficom, saavutettavuusvaatimukset.fi",
  FR: "DGCCRF, signal.conso.gouv.fr",
  IE: "Competition and Consumer Protection Commission (CCPC), ccpc.ie",
  IT: "Agenzia per l’Italia Digitale (AgID), agid.gov.it",
  NL: "Autoriteit Consument & Markt (ACM), acm.nl",
  NO: "Tilsynet for universell utforming av ikt, uutilsynet.no",
  PL: "Państwowy Fundusz Rehabilitacji Osób Niepełnosprawnych (PFRON), pfron.org.pl",
  SE: "Post- och telestyrelsen (PTS), pts.se",
};
