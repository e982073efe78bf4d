import { z } from "zod";
import { defineCall } from "./call.ts";
import type { Ground } from "./decisions.ts";

/** A ban for one of these is told to the members who exchanged messages with the banned member. */
export const fraudGrounds = ["scam", "fake", "advertising"] as const satisfies readonly Ground[];

/** Messages so many days before a ban count. */
export const fraudWarningDays = 90;

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

export const fraudWarning = z.object({
  name: z.string(),
  ground: z.enum(fraudGrounds),
  last_at: z.iso.datetime(),
  /** Credits that came back for what the caller sent this member. */
  credits: z.int(),
  warned_at: z.iso.datetime(),
  /** The ban was lifted: it was a mistake; the credits stay. */
  lifted: z.boolean(),
  help: z.url(),
});

export const getFraudWarning = defineCall({
  method: "GET",
  path: "/api/fraud-warning.php",
  summary: "What the caller was told about a member who was banned for fraud, and what to do (R10.02).",
  who: "member",
  query: z.object({ id: z.uuid("invalid") }),
  answer: z.object({ warning: fraudWarning }),
  errors: ["warning_not_found"],
});
