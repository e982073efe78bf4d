type Helpline = { emergency: string; crisis?: string };

/** The numbers to call if someone is in danger, or may harm themselves, by country. The crisis lines cost nothing. */
const helplines: Readonly<Record<string, Helpline>> = {
  AT: { emergency: "112", crisis: "142" },
  BE: { emergency: "112", crisis: "1813" },
  CH: { emergency: "112", crisis: "143" },
  DE: { emergency: "112", crisis: "0800 111 0 111" },
  DK: { emergency: "112", crisis: "70 201 201" },
  ES: { emergency: "112", crisis: "024" },
  FI: { emergency: "112", crisis: "09 2525 0111" },
  FR: { emergency: "112", crisis: "3114" },
  GB: { emergency: "999", crisis: "116 123" },
  IE: { emergency: "112", crisis: "116 123" },
  IT: { emergency: "112", crisis: "02 2327 2327" },
  NL: { emergency: "112", crisis: "0800 0113" },
  NO: { emergency: "112", crisis: "116 123" },
  PL: { emergency: "112", crisis: "116 123" },
  SE: { emergency: "112", crisis: "90101" },
  US: { emergency: "911", crisis: "988" },
};

/** Lists the crisis lines of all countries. */
export const allHelplinesUrl = "https://findahelpline.com/";

/** Without a number of its own a country has only the list of all. */
export const helplineOf = (country: string): Helpline => helplines[country] ?? { emergency: "112" };

/** Lists the hotlines that take reports of child abuse material, by country. */
export const childAbuseHotlinesUrl = "https://inhope.org/";
