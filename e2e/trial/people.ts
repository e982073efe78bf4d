import type { Language } from "#contract/constants.ts";
import type { Sitter } from "#demo/portraits/look.ts";
import { giveCredits } from "#e2e/give-credits.ts";
import { type Caller, type Member, newMember, send } from "#e2e/member.ts";
import { upload } from "#e2e/photo.ts";
import { newCaller } from "./caller.ts";
import { decidePhoto } from "./colleague.ts";
import { portrait } from "./pictures.ts";

/** The towns of the members, by their number in GeoNames. */
const towns = {
  Amsterdam: 2_759_794,
  Berlin: 2_950_159,
  Helsinki: 658_225,
  København: 2_618_425,
  London: 2_643_743,
  Madrid: 3_117_735,
  Oslo: 3_143_244,
  Paris: 2_988_507,
  Roma: 3_169_070,
  Stockholm: 2_673_730,
  Warszawa: 756_135,
  Wien: 2_761_369,
} as const;

/** Each has a first and a last name, a year of birth, a town and a language. */
const people = {
  lena: ["Lena Morgenroth", "female", 1993, "Berlin", "de"],
  emma: ["Emma Whitcombe", "female", 1991, "London", "en"],
  ida: ["Ida Falkenberg", "female", 1996, "Stockholm", "sv"],
  sofia: ["Sofia Montalbán", "female", 1989, "Madrid", "es"],
  nora: ["Nora Lindqvist", "female", 1994, "Stockholm", "sv"],
  greta: ["Greta Aichinger", "female", 1990, "Wien", "de"],
  chloe: ["Chloé Vasseur", "female", 1995, "Paris", "fr"],
  carla: ["Carla Benedetti", "female", 1992, "Roma", "it"],
  aino: ["Aino Korpela", "female", 1987, "Helsinki", "fi"],
  rosa: ["Rosa Tieleman", "female", 1985, "Amsterdam", "nl"],
  freja: ["Freja Holmgaard", "female", 1993, "København", "da"],
  anna: ["Anna Sommerfeld", "female", 1992, "Berlin", "de"],
  marek: ["Marek Zawadzki", "male", 1990, "Warszawa", "pl"],
  jonas: ["Jonas Krogh", "male", 1988, "København", "da"],
  paul: ["Paul Hartigan", "male", 1991, "London", "en"],
  bram: ["Bram Oosterhuis", "male", 1986, "Amsterdam", "nl"],
  james: ["James Colonel", "male", 1979, "London", "en"],
  roman: ["Roman Drescher", "male", 1984, "Berlin", "de"],
  tim: ["Tim Northcott", "male", 2008, "London", "en"],
  kurt: ["Kurt Wagenaar", "male", 1983, "Amsterdam", "nl"],
  stefan: ["Stefan Rohrbach", "male", 1987, "Wien", "de"],
  viktor: ["Viktor Salander", "male", 1982, "Stockholm", "en"],
  victor: ["Victor Selander", "male", 1982, "Stockholm", "en"],
  dario: ["Dario Castellani", "male", 1990, "Roma", "it"],
  olaf: ["Olaf Brekke", "male", 1980, "Oslo", "nb"],
  boris: ["Boris Hallward", "male", 1977, "London", "en"],
  piet: ["Piet Verhaegen", "male", 1981, "Amsterdam", "nl"],
  henk: ["Henk Dijkgraaf", "male", 1975, "Amsterdam", "en"],
  luca: ["Luca Ferrante", "male", 1988, "Roma", "it"],
  mikko: ["Mikko Lehtoranta", "male", 1984, "Helsinki", "fi"],
} as const satisfies Record<string, readonly [string, "female" | "male", number, keyof typeof towns, Language]>;
type Key = keyof typeof people;

export type Actor = Member & { context: Caller; sitter: Sitter };
export type Cast = Record<Key, Actor>;

async function arrive(key: Key, colleague: Caller): Promise<Actor> {
  const [name, gender, year, town, language] = people[key];
  const context = await newCaller(language);
  const member = await newMember(context, name, {
    name,
    email: `${key}@trial.example.org`,
    date_of_birth: `${year}-03-14`,
    gender,
    seeks: gender === "female" ? "male" : "female",
    city_id: towns[town],
  });
  await giveCredits(member, 20);
  const look = { hair_color: null, eye_color: null, body_type: null };
  const sitter = { seed: `trial ${key}`, gender, age: 2026 - year, ...look };
  const { photo } = await upload(context, "/api/photos.php", await portrait(sitter, 0));
  // the demo approves it by itself, unless it looks like another drawn portrait
  await decidePhoto(colleague, photo.id, "approved");
  return { ...member, context, sitter };
}

/** Signs all members up, each with a portrait that others see. */
export async function newCast(colleague: Caller): Promise<Cast> {
  const entries: [Key, Actor][] = [];
  for (const key of Object.keys(people) as Key[]) entries.push([key, await arrive(key, colleague)]);
  return Object.fromEntries(entries) as Cast;
}

/** A message from one member to another; returns its id. */
export async function write(from: Actor, to: Actor, text: string): Promise<string> {
  const { message } = await send(from.context, "POST", "/api/message.php", { member: to.id, text });
  return String(message.id);
}

export const writeAboutMe = async ({ context }: Actor, about_me: string): Promise<void> =>
  await send(context, "PUT", "/api/profile.php", { about_me, about_me_consent: true });
