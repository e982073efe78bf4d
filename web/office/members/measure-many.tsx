import { useState } from "react";
import { type FoundMember, sanctionMembers } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { readMeasure, useMeasure } from "./measure-fields.tsx";
import { Section } from "./section.tsx";

type Props = { members: readonly FoundMember[]; onDone: (answer: { taken: number; left_out: string[] }) => void };

/** Takes one measure against all chosen members, after asking once; each gets a mail with the ground and the words. */
export function MeasureMany({ members, onDone }: Props) {
  const t = useTexts("staff-members");
  const moderation = useTexts("moderation");
  const { run, pending, failure } = useCall(sanctionMembers);
  const { measure, fields } = useMeasure();
  const [asked, setAsked] = useState<ReturnType<typeof readMeasure> | null>(null);
  const count = members.length;
  const act = async (chosen: ReturnType<typeof readMeasure>) => {
    setAsked(null);
    const body = { ...chosen, members: members.map(({ id, version }) => ({ id, version })) };
    const answer = await run({ body });
    if (answer) onDone(answer);
  };
  return (
    <Section title={t("many.title", { count })}>
      <CallForm failure={failure} onSubmit={(fields) => setAsked(readMeasure(fields))}>
        <Fields of={fields} />
        <Button type="submit" look={measure === "warned" ? "primary" : "danger"} pending={pending}>
          {t(`measure.do_${measure}`)}
        </Button>
      </CallForm>
      {asked === null ? null : (
        <Dialog open onClose={() => setAsked(null)} title={t("many.title", { count })}>
          <p className="mb-2 font-semibold">{t(`measure.${asked.measure}`)}</p>
          <p className="mb-5">{t("many.sure", { count })}</p>
          <div className="flex flex-wrap gap-3">
            <Button look={asked.measure === "warned" ? "primary" : "danger"} onClick={() => act(asked)}>
              {t(`measure.do_${asked.measure}`)}
            </Button>
            <Button look="outline" onClick={() => setAsked(null)}>
              {moderation("block.cancel")}
            </Button>
          </div>
        </Dialog>
      )}
    </Section>
  );
}
