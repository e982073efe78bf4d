import { searchMembers } from "#contract/members.ts";
import { type Made, type MemberInput, makeMember } from "#demo/factories.ts";
import type { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";

type Given = Awaited<ReturnType<typeof testApp>>;
export type Person = Made & { client: TestClient };

/** Creates members of the first site in Berlin, each with their own client: women and men who look for each other. */
export function peopleOf(given: Given) {
  let count = 0;
  const person = async (name: string, overrides: Partial<MemberInput>): Promise<Person> => {
    count += 1;
    const siteId = given.siteIds[0] ?? 0;
    const made = await makeMember(given.services, { siteId, country: "DE", ...overrides, name: `${name} ${count}` });
    const client = new TestClient(given.app);
    client.cookies.set("auth", made.cookie.replace("auth=", ""));
    return { ...made, client };
  };
  return {
    woman: (overrides: Partial<MemberInput> = {}) =>
      person("Anna", { gender: "female", sexuality: "hetero", ...overrides }),
    man: (name: string, overrides: Partial<MemberInput> = {}) =>
      person(name, { gender: "male", sexuality: "hetero", ...overrides }),
  };
}

export type Query = Record<string, string | number | undefined>;

const given = (query: Query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** The search's answer to this client. */
export async function searchBy(client: TestClient, query: Query = {}) {
  return (await client.call(searchMembers, { query: given(query) })).body;
}

/** The names of the found members, in order, without their numbers. */
export async function namesBy(client: TestClient, query: Query = {}): Promise<string[]> {
  return (await searchBy(client, query)).members.map((member) => member.name.replace(/ \d+$/, ""));
}

/** The status and the field codes with which a search is refused. */
export async function refusalBy(client: TestClient, query: Query) {
  const { status, body } = await client.call(searchMembers, { query: given(query) });
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
