import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accessibilityAuthorities } from "#contract/accessibility.ts";
import { languages, searchRanked } from "#contract/constants.ts";
import { clauseOf } from "#contract/decisions.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { sorts } from "#contract/members.ts";
import { measureDays } from "#contract/sanctions.ts";
import { rawText, readCatalogs } from "#locales/read-catalogs.ts";
import {
  newcomerChats,
  newcomerChatsMs,
  newcomerMs,
  sameTextMembers,
  sameTextMs,
} from "#server/features/chat/safety/rules.ts";
import { weights } from "#server/features/profiles/matching/rules.ts";
import { retention } from "#server/features/retention.ts";
import { profilesOfADay } from "#server/features/search/limit-profiles.ts";
import { aroundKilometres, nearKilometres } from "#server/features/search/score.ts";
import { catalogIn, type PageName, pageTexts, pageValues } from "./page-texts.server.ts";
import { company, settings } from "./test-settings.ts";

/** A section's text on a site with these settings. */
function sectionOf(language: (typeof languages)[number], name: PageName, id: string, changed: object = {}): string {
  const { sections } = pageTexts(name, language, pageValues(language, { ...settings, ...changed }, company));
  return JSON.stringify(sections.find((section) => section.id === id) ?? "no such section");
}

/** Every number of a text as it is read: without the signs between thousands. */
const numbersIn = (text: string) =>
  (text.match(/\d+(?:[.,\s\u00a0\u202f]\d{3})*/g) ?? []).map((number) => Number(number.replaceAll(/\D/g, "")));

const textOf = (language: string, key: string) => rawText(readCatalogs(language), key) ?? "";

test.each(languages)(
  "DSA 14 %s: the terms name the measures with their days, the programs, and who decides",
  (language) => {
    const text = sectionOf(language, "terms", "s9");
    expect(numbersIn(text)).toEqual(expect.arrayContaining([measureDays[0], measureDays.at(-1), 21]));
    expect(text).toContain("<decisions>");
    expect(text.match(/"items":\[[^\]]+/g)?.map((list) => list.split('","').length)).toEqual([7, 5]);
  },
);

test.each(languages)(
  "D11.3 %s: the terms name the limits of writing and of opening profiles as the code has them",
  (language) => {
    const text = sectionOf(language, "terms", "s9", { profiles_daily: 321 });
    const [now, days] = [new Date("2026-11-20"), 30];
    expect(profilesOfADay(100, new Date(now.getTime() - days * dayMs), now)).toBe(300);
    const limits = [sameTextMembers, sameTextMs / hourMs, newcomerChats, newcomerMs / dayMs, 321, days];
    expect(newcomerChatsMs).toBe(hourMs);
    expect(numbersIn(text)).toEqual(expect.arrayContaining(limits));
    expect(text).toContain("Premium");
  },
);

test.each(languages)(
  "DSA 27 %s: the terms give the parameters of each order as the code has them, and how to change it",
  (language) => {
    const text = sectionOf(language, "terms", "s10");
    expect(numbersIn(text)).toEqual(
      expect.arrayContaining([...Object.values(weights), nearKilometres, aroundKilometres, searchRanked, 30]),
    );
    for (const sort of sorts) {
      const name = textOf(language, `members:filter.sort_${sort}`).toLowerCase();
      expect(name).not.toBe("");
      expect(text.toLowerCase(), sort).toContain(name);
    }
  },
);

test.each(languages)(
  "GDPR 13 %s: the privacy statement names the recipients, a transfer's basis, and the officer if there is one",
  (language) => {
    const recipients = sectionOf(language, "privacy", "s5");
    for (const name of ["Mollie B.V.", "Twilio Inc.", "IBAN"]) expect(recipients).toContain(name);
    expect(numbersIn(recipients)).toEqual(expect.arrayContaining([45, 46]));
    expect(sectionOf(language, "privacy", "s2")).toContain("IBAN");
    const officer_email = "officer@example.org";
    expect(sectionOf(language, "privacy", "s1", { officer_email })).toContain(officer_email);
    expect(sectionOf(language, "privacy", "s1")).toBe(sectionOf(language, "privacy", "s1", { officer_email: "" }));
    const cdn = { cdn_prefix: "https://cdn.example.org" };
    expect(sectionOf(language, "privacy", "s5", cdn)).toContain("cdn.example.org");
    expect(sectionOf(language, "privacy", "s5", { cdn_prefix: "/cdn" })).toBe(recipients);
  },
);

/** The bases of the record, such as `6(1)(b)`, as an article and a letter. */
const record = readFileSync(join(import.meta.dirname, "../../docs/privacy.md"), "utf8");
const [basisLine = ""] = /^Basis: [\s\S]*?\n\n/m.exec(record) ?? [];
const bases = [...basisLine.matchAll(/(\d)\(\d\)\((\w)\)/g)];

test.each(languages)("GDPR 13 %s: the privacy statement names each basis of the record of processing", (language) => {
  const text = sectionOf(language, "privacy", "s3");
  expect(bases).toHaveLength(5);
  for (const [basis, article, letter] of bases) {
    const words = `(?<!\\d)${article}(?!\\d)[^:;]{0,25}?(?<!\\p{L})${letter}(?!\\p{L})`;
    expect(text, basis).toMatch(new RegExp(words, "u"));
  }
});

test.each(languages)(
  "DSA 11 %s: the pages name what only the operator knows, and leave out what is not given",
  (language) => {
    const sections: Record<string, [PageName, string]> = {
      represented_by: ["imprint", "s1"],
      representatives: ["imprint", "s2"],
      youth_officer: ["imprint", "s2"],
      adr_body: ["complaints", "s5"],
      recipients: ["privacy", "s5"],
    };
    for (const [name, [page, section]] of Object.entries(sections)) {
      expect(sectionOf(language, page, section, { [name]: "Eva Example, Utrecht" }), name).toContain(
        "Eva Example, Utrecht",
      );
      expect(sectionOf(language, page, section), name).not.toContain(name);
    }
    const nameOf = (code: string) => new Intl.DisplayNames(language, { type: "language" }).of(code) ?? "";
    const answered = sectionOf(language, "imprint", "s2", { languages: ["en", "pl", "fi"], contact_languages: ["fi"] });
    expect(answered).toContain(nameOf("fi"));
    expect(answered).not.toContain(nameOf("pl"));
  },
);

test.each(languages)(
  "EAA %s: the accessibility statement names the law, the date of its check and each country's authority",
  (language) => {
    expect(sectionOf(language, "accessibility", "s1")).toContain("2019/882");
    expect(sectionOf(language, "accessibility", "s5")).toContain("2026");
    const contact = sectionOf(language, "accessibility", "s3", { countries: ["NL", "DE", "CH"] });
    for (const country of ["NL", "DE"]) expect(contact).toContain(accessibilityAuthorities[country]);
    expect(contact).not.toContain(accessibilityAuthorities.FR);
  },
);

test.each(languages)(
  "DSA 17 %s: terms, list, statement and mail say where a program decides, and that people decide all else",
  (language) => {
    const ofDecisions = ["decisions:intro", "decisions:program", "mails:decision.program", "mails:decision.person"];
    for (const key of [...ofDecisions, "pages:terms.sections.s9.p3"])
      expect(textOf(language, key), key).toMatch(/program|ohjelma/i);
    expect(textOf(language, "decisions:person")).not.toMatch(/program|ohjelma/i);
  },
);

test.each(languages)("DSA 14 17 %s: four pages say in one text what a program decides alone", (language) => {
  const programs = textOf(language, "pages:programs");
  expect(programs).toMatch(/program|ohjelma/i);
  const pages = [
    ["terms", "s9"],
    ["privacy", "s3"],
    ["transparency", "s2"],
    ["safety", "s6"],
  ] as const;
  for (const [name, id] of pages) expect(sectionOf(language, name, id), name).toContain(programs);
});

test.each(languages)(
  "DSA 14 %s: the terms have a rule for sex, intimate pictures, children and contact details",
  (language) => {
    const rules = Object.keys(catalogIn(language).terms.sections.s3).filter((key) => key.startsWith("l"));
    expect(rules).toEqual(["l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8"]);
    for (const ground of ["explicit", "intimate", "minor", "child_abuse", "contact_details"] as const) {
      expect(clauseOf[ground]).toBe("s3");
      expect(textOf(language, `decisions:photo_why.${ground}`)).not.toBe("");
    }
  },
);

test.for(languages)("D11.2 a statement of reasons names the section of the terms by its title, in %s", (language) => {
  for (const id of new Set(Object.values(clauseOf))) {
    const title = textOf(language, `pages:terms.sections.${id}.title`);
    expect(title).not.toBe("");
    expect(textOf(language, `decisions:clause.${id}`)).toContain(title);
  }
});

/** The sentences of the privacy statement that name days, and the tables whose rows are deleted after them. */
const daysOf: Record<string, string[]> = {
  l4: ["known_devices"],
  l10: ["first_messages"],
  l11: ["mail_feedback"],
  l14: ["postbacks"],
  l18: ["blocked_chats"],
};

test.each(languages)(
  "GDPR 13 %s: the days in the privacy statement are those after which the rows are deleted",
  (language) => {
    for (const [id, tables] of Object.entries(daysOf)) {
      const named = numbersIn(textOf(language, `pages:privacy.sections.s6.${id}`));
      // a day and a year are words
      const kept = retention
        .filter(({ table, keepDays }) => tables.includes(table) && keepDays > 1)
        .map((period) => period.keepDays);
      expect(kept, id).not.toEqual([]);
      expect(named, id).toEqual(expect.arrayContaining(kept));
    }
  },
);
