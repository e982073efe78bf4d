import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import type { useCall } from "#web/lib/use-call.ts";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { type FieldOf, Fields } from "#web/ui/fields.tsx";

type Props<A> = {
  of?: readonly (FieldOf | false)[];
  /** Of the call that the form makes. */
  state: Pick<ReturnType<typeof useCall>, "pending" | "failure">;
  /** Makes the call; null: it failed. */
  send(typed: Typed): Promise<A | null>;
  onDone?(answer: A, typed: Typed): void;
  keeps?: boolean;
  button: string;
  look?: "primary" | "secondary" | "outline" | "danger";
  className?: string;
  children?: ReactNode;
};

/** A form of the back office by description. After success it is empty again, and the page's data is loaded again. */
export function StaffForm<A>(props: Props<A>) {
  const { of = [], state, send, onDone, keeps = false, button, look = "primary", className, children } = props;
  const { revalidate } = useRevalidator();
  // an empty form for the next one: pressing the button again does nothing twice
  const [round, setRound] = useState(0);
  // its page has no action, so without scripts, also while they load, nothing could be sent
  const isReady = useHydrated();
  return (
    <CallForm
      key={round}
      failure={state.failure}
      className={className}
      onSubmit={async (typed) => {
        const answer = await send(typed);
        if (answer === null) return;
        onDone?.(answer, typed);
        if (!keeps) setRound(round + 1);
        await revalidate();
      }}
    >
      <Fields of={of} />
      {children}
      <Button type="submit" look={look} pending={state.pending} disabled={!isReady}>
        {button}
      </Button>
    </CallForm>
  );
}
