import type { TestAPI } from "vitest";
import { searchMembers } from "#contract/members.ts";
import type { MemberInput } from "#demo/factories.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, type Member as Person } from "#server/test.ts";

export type { Person };

/** Women and men of the first site in Berlin who look for each other, and let visitors see them. */
export const test = base.extend("people", { scope: "file" }, ({ member }) => {
  let count = 0;
  const person = (name: string, overrides: Partial<MemberInput>): Promise<Person> => {
    count += 1;
    return member({ country: "DE", shownToVisitors: true, ...overrides, name: `${name} ${count}` });
  };
  return {
    woman: (overrides: Partial<MemberInput> = {}) =>
      person("Anna", { gender: "female", sexuality: "hetero", ...overrides }),
    man: (name: string, overrides: Partial<MemberInput> = {}) =>
      person(name, { gender: "male", sexuality: "hetero", ...overrides }),
  };
});

export type People = typeof test extends TestAPI<infer Context extends { people: unknown }> ? Context["people"] : never;

export type Query = Record<string, string | number | undefined>;

const definedOnly = (query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

export async function searchBy(client: TestClient, query: Query = {}) {
  return (await client.call(searchMembers, { query: definedOnly(query) })).body;
}

/** The names of the found members, in order, without their numbers. */
export async function namesBy(client: TestClient, query: Query = {}): Promise<string[]> {
  return (await searchBy(client, query)).members.map((member) => member.name.replace(/ \d+$/, ""));
}

/** The status and the field codes with which a search is refused. */
export async function refusalBy(client: TestClient, query: Query) {
  const { status, body } = await client.call(searchMembers, { query: definedOnly(query) });
  return [status, body.error?.field_codes];
}

/** The ids on all pages of a search, in order; runs `between` before each next page. */
export async function allPagesBy(client: TestClient, query: Query, between: () => Promise<void> = async () => {}) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchBy(client, { ...query, cursor });
    ids.push(...page.members.map((member) => member.id));
    cursor = page.next_cursor ?? undefined;
    if (cursor !== undefined) await between();
  } while (cursor !== undefined);
  return ids;
}
