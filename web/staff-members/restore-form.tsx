import { useRevalidator } from "react-router";
import { objectionLength } from "#contract/decisions.ts";
import { type MemberFile, restoreMember } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { Section } from "./section.tsx";

/** Lifts what stands against a member; they get a mail. */
export function RestoreForm({ member: { id, version } }: { member: MemberFile["member"] }) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const { run, pending, failure } = useCall(restoreMember);
  const { revalidate } = useRevalidator();
  return (
    <Section title={t("measure.restore_title")}>
      <CallForm
        failure={failure}
        onSubmit={async ({ words = "" }) => {
          if (await run({ body: { id, version, words } })) await revalidate();
        }}
      >
        <TextArea name="words" label={staff("queue.words")} optional maxLength={objectionLength} />
        <Button type="submit" look="secondary" pending={pending}>
          {t("measure.restore")}
        </Button>
      </CallForm>
    </Section>
  );
}
