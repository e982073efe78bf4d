import { getCities } from "#contract/places.ts";
import type { Page } from "#web/lib/page.ts";
import { findMeantTown, townQuery } from "./towns.ts";

/** The id for a town that is unknown. No town has it, so the API answers with its error. */
export const unknownTownId = -1;

/** The text must name one town, because without scripts there is no list. Null if nothing was typed. */
export async function findTypedTown({ call }: Page, form: FormData): Promise<number | null> {
  const text = (name: string) => String(form.get(name) ?? "");
  if (text("city_id") !== "") return Number(text("city_id"));
  const query = townQuery(text("city"));
  if (query === "") return null;
  const { cities } = await call(getCities, { query: { country: text("country"), text: query } });
  return findMeantTown(text("city"), cities)?.id ?? unknownTownId;
}
