import { type ReactNode, useId } from "react";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormKey } from "#web/ui/form-key.tsx";

type Props = {
  title: string;
  /** What the answer posts again; `sure` says that it was asked. */
  fields: Readonly<Record<string, string>>;
  yes: string;
  no: string;
  children: ReactNode;
};

/** Asks once more, like `Question`, after a form was posted without scripts; the answer is a form of its own. */
export function PostedQuestion({ title, fields, yes, no, children }: Props) {
  const id = useId();
  return (
    <form method="post" aria-labelledby={id} className="rounded-md bg-warning-tint p-4">
      <FormKey />
      {Object.entries({ ...fields, sure: "yes" }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p id={id} className="mb-2 font-semibold">
        {title}
      </p>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger">
          {yes}
        </Button>
        <ButtonLink to="." look="outline">
          {no}
        </ButtonLink>
      </div>
    </form>
  );
}
