import type { Insertable } from "kysely";
import type { Language } from "#contract/constants.ts";
import { maxQuestions, type QuestionCode, questionCodes } from "#contract/opening-questions.ts";
import { rawText, readCatalogs } from "#locales/read-catalogs.ts";
import type { DB } from "#server/db/tables.ts";
import { type Person, uuid } from "./people.ts";
import { dice } from "./random.ts";

/** First messages that answer a question, in the languages of the demo members. */
const answers: Record<Language, Record<"sea" | "coffee", string>> = {
  da: { sea: "Havet, hver gang.", coffee: "Kaffe, sort og gerne to kopper." },
  de: { sea: "Das Meer, jederzeit.", coffee: "Kaffee, schwarz und viel davon." },
  en: { sea: "The sea, any day.", coffee: "Coffee, black, and plenty of it." },
  es: { sea: "El mar, sin dudarlo.", coffee: "Café, solo y sin prisa." },
  fi: { sea: "Meri, aina.", coffee: "Kahvi, mustana ja mielellään kaksi kuppia." },
  fr: { sea: "La mer, sans hésiter.", coffee: "Café, noir, et plutôt deux qu’un." },
  it: { sea: "Il mare, sempre.", coffee: "Caffè, senza zucchero." },
  nb: { sea: "Havet, hver gang.", coffee: "Kaffe, svart og gjerne to kopper." },
  nl: { sea: "De zee, altijd.", coffee: "Koffie, zwart, en graag twee." },
  pl: { sea: "Morze, zawsze.", coffee: "Kawa, czarna i mocna." },
  sv: { sea: "Havet, alla dagar.", coffee: "Kaffe, svart och gärna två koppar." },
};
const answered = ["sea", "coffee"] as const;

/** Read once for each language, when it is first needed. */
const catalogs = new Map<Language, ReturnType<typeof readCatalogs>>();
function wordsIn(language: Language, code: QuestionCode): string | undefined {
  const catalog = catalogs.get(language) ?? readCatalogs(language);
  catalogs.set(language, catalog);
  return rawText(catalog, `question-list:question.${code}`);
}

/** Most members have some questions to open with, of the list. */
export function questionsFor({ id }: Pick<Person, "id">): QuestionCode[] {
  const random = dice(`questions ${id}`);
  if (random.chance(0.3)) return [];
  const easy = random.chance(0.3) ? random.some(answered, 1) : [];
  return [...new Set([...easy, ...random.some(questionCodes, random.between(1, maxQuestions))])].slice(0, maxQuestions);
}

export function questionRows(person: Pick<Person, "id" | "createdAt">): Insertable<DB["opening_questions"]>[] {
  const random = dice(`question ids ${person.id}`);
  return questionsFor(person).map((code, index) => {
    return { id: uuid(random), member_id: person.id, position: index + 1, code, created_at: person.createdAt };
  });
}

/** The first message to a member who asks what the list above has an answer to: it begins with the answer. */
export function withAnswer<L extends { text: string }>(
  { language }: Pick<Person, "language">,
  to: Pick<Person, "id">,
  line: L,
): L & { question?: string | undefined } {
  const code = answered.find((each) => questionsFor(to).includes(each));
  if (!code) return line;
  return { ...line, text: `${answers[language][code]} ${line.text}`, question: wordsIn(language, code) };
}
