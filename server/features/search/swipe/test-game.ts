import { getDeck, swipeMember, undoSwipe } from "#contract/swipe.ts";
import type { MemberInput } from "#demo/factories.ts";
import { test as base, type Member } from "#server/test.ts";

const youngest = 1995;

/** All members of a game have an age that no other game uses, and the player looks for that age only. */
export const test = base.extend("game", { scope: "file" }, ({ member }) => {
  let count = 0;
  return async (input: Partial<MemberInput> = {}) => {
    count += 1;
    const year = youngest - count;
    const age = 2026 - year;
    const born = { country: "DE", dateOfBirth: `${year}-06-15` };
    const preferences = { prefers_min_age: age, prefers_max_age: age };
    const player = await member({ ...born, gender: "female", sexuality: "hetero", preferences, ...input });
    const man = (overrides: Partial<MemberInput> = {}) =>
      member({ ...born, gender: "male", sexuality: "hetero", ...overrides });
    const men = async (amount: number) => {
      const made: Member[] = [];
      for (let index = 0; index < amount; index += 1) made.push(await man());
      return made;
    };
    return { player, man, men, age };
  };
});

export const deckOf = async ({ client }: Pick<Member, "client">) => (await client.call(getDeck)).body;
export const deckIds = async (who: Pick<Member, "client">) => (await deckOf(who)).members.map(({ id }) => id);
const swipe = ({ client }: Pick<Member, "client">, { id }: { id: string }, like: boolean) =>
  client.call(swipeMember, { body: { id, like } });
export const like = (who: Pick<Member, "client">, whom: { id: string }) => swipe(who, whom, true);
export const pass = (who: Pick<Member, "client">, whom: { id: string }) => swipe(who, whom, false);
export const undo = ({ client }: Pick<Member, "client">, { id }: { id: string }) =>
  client.call(undoSwipe, { body: { id } });
export const codeOf = async (answer: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await answer;
  return body.error?.code ?? status;
};
