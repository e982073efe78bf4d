import type { ReactNode } from "react";
import type { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";

type Props<Answer> = {
  token: string;
  form: ReturnType<typeof useForm<Answer>>;
  /** What the form sends besides the token and its fields. */
  sends?: Readonly<Record<string, string>>;
  button: string;
  look?: "primary" | "outline";
  onDone?: (answer: Answer) => unknown;
  /** Its fields. */
  children?: ReactNode;
};

/** The form of a page behind a mailed link: mail scanners open the link too, so only the button changes something. */
export function LinkForm<Answer>(props: Props<Answer>) {
  const { token, form, sends = {}, button, look = "primary", onDone, children } = props;
  return (
    <CallForm failure={form.failure} onSubmit={(fields) => form.submit(fields, onDone)}>
      {Object.entries({ token, ...sends }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" look={look} size="large" wide pending={form.pending}>
        {button}
      </Button>
    </CallForm>
  );
}
