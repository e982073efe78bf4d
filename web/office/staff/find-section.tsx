import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { optionsOf } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type AskedFind, findSectionId } from "./asked-find.ts";

type Props<State extends string> = {
  title: string;
  note: string;
  states: readonly State[];
  stateText(state: State): string;
  onFind(search: { text: string; state: State | undefined }): Promise<unknown>;
  failure: FormFailure | null;
  pending: boolean;
  /** What was found; before the first search nothing. */
  children: ReactNode;
};

/** Below a queue: finds what is in it, or no longer, by a text and a state. */
export function FindSection<State extends string>(props: Props<State>) {
  const { title, note, states, stateText, onFind, failure, pending, children } = props;
  const t = useTexts("staff");
  const members = useTexts("staff-members");
  const { find } = (useLocation().state as AskedFind | null) ?? {};
  const findAtOnce = useEffectEvent((text: string) => void onFind({ text, state: undefined }));
  useEffect(() => {
    if (find !== undefined) findAtOnce(find);
  }, [find]);
  return (
    <Section id={findSectionId} title={title} className="mt-8 max-w-2xl border-line border-t pt-6">
      <CallForm
        role="search"
        aria-label={title}
        failure={failure}
        onSubmit={({ text = "", state }) => onFind({ text, state: states.find((each) => each === state) })}
      >
        <TextField
          name="text"
          label={t("find_complaint.label")}
          note={note}
          defaultValue={find}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
        <SelectField
          name="state"
          label={t("find_complaint.state")}
          empty={t("list.any")}
          options={optionsOf(states, stateText)}
        />
        <Button type="submit" look="outline" pending={pending}>
          {members("find.send")}
        </Button>
      </CallForm>
      <div role="status" className="mt-4">
        {children}
      </div>
    </Section>
  );
}
