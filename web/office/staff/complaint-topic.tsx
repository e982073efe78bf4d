import { complaintTopics, type ComplaintTopic as Topic } from "#contract/complaints.ts";
import { changeComplaint } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { optionsOf } from "#web/ui/fields.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** The subject of a complaint; another choice is saved at once. */
export function ComplaintTopic({ id, topic }: { id: string; topic: Topic }) {
  const t = useTexts("staff");
  const complaints = useTexts("complaints");
  const toast = useToast();
  const { run, failure } = useCall(changeComplaint);
  const change = (value: string) => {
    const chosen = complaintTopics.find((each) => each === value);
    if (chosen) void run({ body: { id, topic: chosen } }, () => toast({ title: t("queue.topic_saved") }));
  };
  return (
    <div className="mt-3 max-w-sm">
      <FormError failure={failure} />
      <SelectField
        name="topic"
        label={t("fact.topic")}
        defaultValue={topic}
        options={optionsOf(complaintTopics, (value) => complaints(`topics.${value}`))}
        onChange={({ target }) => change(target.value)}
      />
    </div>
  );
}
