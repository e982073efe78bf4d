import { type GiftOffer, giftCodes } from "#contract/attachments.ts";
import type { ShownSetting, SiteChange, SiteValue } from "#contract/staff-sites.ts";
import { fold } from "#web/lib/fold.ts";
import type { Fields } from "#web/lib/use-form.ts";

type Values = Pick<ShownSetting, "saved" | "fallback" | "coming">;
type Asked = Pick<ShownSetting, "name" | "kind" | "options"> & Values;

/** The site's own value, that of its next terms first; undefined: the default. */
const ownValue = ({ saved, coming }: Pick<Values, "saved" | "coming">) => (coming ? coming.value : saved);

/** The value that a form shows: the site's own, else the default. */
export const currentValue = (setting: Values): SiteValue => ownValue(setting) ?? setting.fallback;

/** Settings whose order means something: they are written as a list, not ticked. */
const ordered = ["languages", "signup_steps"];

export const isTicked = ({ name, kind }: Pick<Asked, "name" | "kind">) => kind === "choices" && !ordered.includes(name);

export const boxName = (name: string, option: string) => `${name}:${option}`;

export const factorName = (name: string, gift: string) => `${name}:${gift}:factor`;

/** The gifts that a value offers, in the order of all gifts, so that equal offers are equal texts. */
export function offerOf(value: SiteValue): GiftOffer {
  const factors = Object.entries(value);
  return Object.fromEntries(
    giftCodes.flatMap((gift) => factors.filter(([code, factor]) => code === gift && typeof factor === "number")),
  );
}

export const itemsOf = (text: string) =>
  text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");

export const textsOf = (value: SiteValue): string[] =>
  Array.isArray(value) ? value.flatMap((item) => (typeof item === "string" ? [item] : [])) : [];

/** What a number field holds; what is no number is sent as it is, so that the server refuses it at the field. */
export const numberOf = (text: string): SiteValue =>
  /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : text;

function readJson(text: string): SiteValue {
  try {
    return JSON.parse(text) as SiteValue;
  } catch {
    return text;
  }
}

/** The ticked gifts with their factors; the server refuses 0, which stands for what is no number. */
function readOffer(name: string, fields: Fields): GiftOffer {
  const ticked = giftCodes.filter((gift) => fields[boxName(name, gift)] !== undefined);
  return Object.fromEntries(
    ticked.map((gift) => {
      const factor = numberOf((fields[factorName(name, gift)] ?? "").trim());
      return [gift, typeof factor === "number" ? factor : 0];
    }),
  );
}

export function readValue(setting: Asked, fields: Fields): SiteValue {
  const { name, kind, options } = setting;
  const text = (fields[name] ?? "").trim();
  if (kind === "switch") return fields[name] !== undefined;
  if (kind === "number") return numberOf(text);
  if (kind === "postbacks") return readJson(text);
  if (kind === "gifts") return readOffer(name, fields);
  if (isTicked(setting)) {
    const ticked = options.filter((option) => fields[boxName(name, option)] !== undefined);
    const savedOptions = textsOf(currentValue(setting)).filter((option) => ticked.includes(option));
    return [...savedOptions, ...ticked.filter((option) => !savedOptions.includes(option))];
  }
  return kind === "choices" || kind === "list" ? itemsOf(text) : text;
}

const isSame = ({ kind, ...setting }: Asked, after: SiteValue) => {
  const value = currentValue(setting);
  return JSON.stringify(kind === "gifts" ? offerOf(value) : value) === JSON.stringify(after);
};

/** What a form changes; `toDefault` names the setting whose button was pressed, which returns to its default. */
export function changesOf(settings: readonly Asked[], fields: Fields): SiteChange[] {
  const toDefault = settings.find(({ name }) => name === fields.to_default);
  if (toDefault) return [{ name: toDefault.name, before: ownValue(toDefault) }];
  return settings.flatMap((setting) => {
    const after = readValue(setting, fields);
    return isSame(setting, after) ? [] : [{ name: setting.name, before: ownValue(setting), after }];
  });
}

/** The text of a setting as typed, else its value. */
export function textOf(settings: readonly Asked[], typed: Fields, name: string): string {
  const setting = settings.find((each) => each.name === name);
  return typed[name] ?? String(setting ? currentValue(setting) : "");
}

/** What settings are looked for: words of their name, key or description; or those that have a value of their own. */
export type SettingSearch = { words: string; changedOnly: boolean };

type Found = Pick<ShownSetting, "name" | "label" | "description" | "saved">;

export function isFound({ name, label, description, saved }: Found, { words, changedOnly }: SettingSearch): boolean {
  if (changedOnly && saved === undefined) return false;
  const text = fold([name, label, description].join(" "));
  return fold(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
