import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import type { CallFunction } from "#web/lib/api.ts";
import type { FormFailure } from "#web/lib/use-call.ts";
import { type Posted, type Fields as Typed, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { type FieldOf, Fields } from "#web/ui/fields.tsx";

/** What the forms of a page share; `send` makes the call of the form that `typed.form` names, as the page's action. */
export type PostedPage<Outcome> = {
  send(call: CallFunction, typed: Typed): Promise<Outcome>;
  posted: Posted<Outcome> | undefined;
  onDone(outcome: Outcome): void;
};

/** What was typed in a form that was sent without scripts and refused; nothing otherwise. */
type Refused = { typed: Typed; failure: FormFailure | null };

type Props<Outcome> = PostedPage<Outcome> & {
  form: string;
  /** Fields that no one sees: what the form is about. */
  about?: Typed;
  of?: readonly FieldOf[];
  button: string;
  /** What the button is about, of several that say the same. */
  subject?: string;
  look?: "primary" | "outline" | "danger";
  /** Two fields stand side by side where there is room. */
  inTwo?: boolean;
  children?: ReactNode | ((refused: Refused) => ReactNode);
};

const filled = (field: FieldOf, typed: Typed): FieldOf =>
  typed.form === undefined ? field : ({ ...field, defaultValue: typed[field.name] } as FieldOf);

/**
 * One of the forms of a page of the back office, posted to the page's action without scripts. After success it is empty
 * again, and the page's data is loaded again.
 */
export function PostedForm<Outcome>(props: Props<Outcome>) {
  const { form, about = {}, send, posted, onDone, of = [], look = "primary", inTwo = false, children } = props;
  const { revalidate } = useRevalidator();
  // an empty form for the next one: pressing the button again does nothing twice
  const [round, setRound] = useState(0);
  const named = Object.entries({ form, ...about });
  const isOwn = named.every(([name, value]) => posted?.typed[name] === value);
  const { submit, pending, failure, typed } = useForm(send, isOwn ? posted : undefined);
  const refused = isOwn && posted?.answer ? {} : typed;
  const finish = async (outcome: Outcome) => {
    onDone(outcome);
    setRound(round + 1);
    await revalidate();
  };
  return (
    <CallForm key={round} failure={failure} onSubmit={(fields) => submit(fields, finish)}>
      {named.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={inTwo ? "grid grid-cols-1 gap-x-4 sm:grid-cols-2" : undefined}>
        <Fields of={of.map((field) => filled(field, refused))} />
      </div>
      {typeof children === "function" ? children({ typed: refused, failure }) : children}
      <Button type="submit" look={look} pending={pending}>
        {props.button}
        {props.subject === undefined ? null : <span className="sr-only"> {props.subject}</span>}
      </Button>
    </CallForm>
  );
}

/** Says what a form did that was sent without scripts; with them a page says it in its own way. */
export function PostedOutcome({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-5 font-medium text-secondary-ink">
      {children}
    </p>
  );
}
