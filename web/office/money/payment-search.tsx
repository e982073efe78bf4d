import { useNavigate } from "react-router";
import { pathIn } from "#contract/languages.ts";
import { findBuyers, findDebits, findPayments } from "#contract/money.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** The parts of a search that name payments: their number, buyers or debits. */
export const sought = ["number", "buyers", "debits"] as const;
/** `value` empty: nothing has what was typed. */
type Match = { name: (typeof sought)[number]; value: string };

const listed = (name: "buyers" | "debits", ids: readonly string[]): Match => ({ name, value: ids.join(",") });

/** An account number as people type it, or the four digits of it that a bank statement shows. */
const isAccount = (typed: string) => /^(?:[a-z]{2}\d{2}[a-z\d]{11,30}|\d{4})$/i.test(typed.replace(/[\s-]/g, ""));

/** Finds payments by anything that people say of them. No email address, name or account is in an address. */
export async function searchPayments(call: CallFunction, { who = "" }: Fields): Promise<Match> {
  const typed = who.trim();
  if (isAccount(typed)) return listed("debits", (await call(findDebits, { body: { iban: typed } })).debits);
  if (typed !== "" && !typed.includes("@")) {
    const number = typed.slice(0, 100);
    const { payments } = await call(findPayments, { query: { number } });
    if (payments.length > 0) return { name: "number", value: number };
  }
  return listed("buyers", (await call(findBuyers, { body: { who: typed } })).buyers);
}

const page = "/staff/payments";

type Filters = Readonly<Record<string, string>>;

/** The address of a search's payments, within the other filters of the page; null: there are none. */
export const addressOf = ({ name, value }: Match, filters: Filters = {}): string | null =>
  value === "" ? null : `${page}?${new URLSearchParams({ ...filters, [name]: value })}`;

type Props = {
  /** The other filters of the page of payments; none elsewhere. */
  filters?: Filters;
  posted?: Posted<Match> | undefined;
};

/** Leads to payments by number, IBAN, email address or name, from the page of payments and from others. */
export function PaymentSearch({ filters = {}, posted }: Props) {
  const t = useTexts("money");
  const language = useLanguage();
  const navigate = useNavigate();
  const { submit, pending, failure, answer, typed } = useForm(searchPayments, posted);
  return (
    <CallForm
      role="search"
      action={pathIn(language, page)}
      failure={failure}
      className="surface-card mb-5 p-5 md:p-6"
      onSubmit={(fields) =>
        void submit(fields, (match) => {
          const address = addressOf(match, filters);
          return address === null ? undefined : navigate(address);
        })
      }
    >
      <TextField
        name="who"
        label={t("search.title")}
        note={t("search.note")}
        error={failure?.fields.iban}
        defaultValue={typed.who}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        required
      />
      <Button type="submit" look="outline" pending={pending}>
        {t("search.find")}
      </Button>
      <p role="status" className="mt-3 empty:hidden">
        {answer?.value === "" ? t("search.no_account") : null}
      </p>
    </CallForm>
  );
}
