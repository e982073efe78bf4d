import { type OwnProfile, saveProfile } from "#contract/profiles.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useSend } from "#web/lib/use-call.ts";
import {
  askedInterests,
  type InfoField,
  infoFields,
  pickAskedFields,
  readInfoChanges,
} from "#web/profiles/profile-changes.ts";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { StepActions } from "#web/ui/step-frame.tsx";
import type { StepProps } from "./step-props.ts";

function useOptions({ profile: { gender } }: OwnProfile) {
  const names = useTexts("profiles");
  return {
    legend: (field: InfoField | "interests") => names(`field.${field}`),
    // each field has its own codes, which types can't follow through the loop
    listOptions: (field: InfoField) =>
      infoFields[field].map((value) => ({ value, label: names(`${field}.${value}` as "tattoos.none", { gender }) })),
    interests: askedInterests.map((value) => ({ value, label: names(`interest.${value}`) })),
  };
}

type Info = Parameters<typeof readInfoChanges>[1] & { form: FormData };

export const saveInfo = (call: CallFunction, { form, ...answers }: Info) =>
  call(saveProfile, { body: readInfoChanges(form, answers) });

/** Asks for a few facts about oneself, all optional. */
export function PersonalInfoStep({ own, refused, onward, goToNextStep }: StepProps) {
  const t = useTexts("account");
  const options = useOptions(own);
  const { visible_profile_fields: visible } = useSettings();
  const { run, pending, failure } = useSend(saveInfo);
  const asked = pickAskedFields(visible);
  return (
    <form
      method="post"
      onSubmit={async (event) => {
        event.preventDefault();
        if (pending) return;
        const form = new FormData(event.currentTarget);
        await run({ form, visible, interests: own.interests }, () => goToNextStep());
      }}
    >
      <FormError failure={failure ?? refused} />
      {asked.info.map((field) => (
        <ChoiceGroup
          look="pills"
          className="mb-6"
          key={field}
          name={field}
          legend={options.legend(field)}
          none={t("info.unsaid")}
          options={options.listOptions(field)}
          defaultValue={own[field] ?? ""}
        />
      ))}
      {asked.interests ? (
        <ChoiceGroup
          look="pills"
          many
          className="mb-6"
          name="interests"
          legend={options.legend("interests")}
          options={options.interests}
          defaultValue={own.interests}
        />
      ) : null}
      <StepActions skipTo={onward} pending={pending} />
    </form>
  );
}
