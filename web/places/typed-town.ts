import { getCities } from "#contract/places.ts";
import type { Page } from "#web/lib/page.ts";
import { meantTown, townQuery } from "./towns.ts";

/** Stands for a town that nobody knows; the API says so in words. */
export const nowhere = -1;

/** Without scripts nobody could choose from a list: what was typed must name one town. Null where nothing was typed. */
export async function typedTown({ call }: Page, form: FormData): Promise<number | null> {
  const text = (name: string) => String(form.get(name) ?? "");
  if (text("city_id") !== "") return Number(text("city_id"));
  const query = townQuery(text("city"));
  if (query === "") return null;
  const { cities } = await call(getCities, { query: { country: text("country"), text: query } });
  return meantTown(text("city"), cities)?.id ?? nowhere;
}
