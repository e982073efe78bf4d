import { authoriseDirectDebit, confirmDirectDebit } from "#contract/direct-debit.ts";
import { dayMs } from "#contract/durations.ts";
import { test as base, type Member } from "#server/test.ts";

export { expect } from "#server/test.ts";

let accounts = 0;

/** A bank account of its own: a limit holds for each. */
export function newIban(): string {
  accounts += 1;
  const number = `ABNA${String(accounts).padStart(10, "0")}`;
  const digits = `${number}NL00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `NL${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${number}`;
}

/** A member who wants to pay the smallest bundle, and what they do. */
export const test = base.extend("buyer", { scope: "file" }, ({ member, services }) => {
  return async (input: Parameters<typeof member>[0] = {}) => {
    // the welcome discount is over
    const createdAt = new Date(services.clock.now().getTime() - dayMs);
    const made = await member({ createdAt, ...input });
    const bundle = await smallestFor(made);
    const own = newIban();
    const body = { bundle_id: bundle.id, amount: bundle.price, iban: own, account_holder: "Eva Smit" };
    // a number of its own: codes to one number are limited
    const phone = `+316${String(20_000_000 + Math.floor(Math.random() * 9_000_000))}`;
    const authorise = (changed: object = {}) =>
      made.client.call(authoriseDirectDebit, { body: { ...body, phone, authorised: true, ...changed } });
    const newestCode = async () => {
      await services.jobs.drain(services);
      const newest = services.sms.sent.findLast(({ to }) => to === phone);
      return /\d{6}/.exec(newest?.text ?? "")?.[0] ?? "";
    };
    const confirm = (id: string, code: string) =>
      made.client.call(
        confirmDirectDebit,
        { body: { id, code, begin_at_once: true } },
        input.language === undefined ? {} : { language: input.language },
      );
    const pay = async (changed: object = {}) => {
      const { direct_debit } = (await authorise(changed)).body;
      const { payment } = (await confirm(direct_debit.id, await newestCode())).body;
      return { id: direct_debit.id, payment };
    };
    return { ...made, bundle, phone, iban: own, authorise, newestCode, confirm, pay };
  };
});

async function smallestFor({ client }: Member): Promise<{ id: string; price: number }> {
  const { bundles } = (await client.get("/api/bundles.php")).json();
  return bundles[0];
}

/** Another code than the right one. */
export const wrongCode = (code: string) => (code === "111111" ? "222222" : "111111");
