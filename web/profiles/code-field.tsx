import type { OwnProfile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { type InfoField, infoFields } from "./profile-changes.ts";
import { SaveMark } from "./save-mark.tsx";
import { useFieldSave } from "./use-field-save.ts";

/** A choice between a few words about oneself, saved when chosen; the choice can be cleared. */
export function CodeField({
  name,
  value,
  gender,
}: {
  name: InfoField;
  value: string | null;
  gender: OwnProfile["profile"]["gender"];
}) {
  const names = useTexts("profiles");
  const t = useTexts("account");
  const saving = useFieldSave();
  return (
    <div
      className="own-field"
      onChange={({ target }) => {
        const chosen = target instanceof HTMLInputElement ? target.value : "";
        saving.save({ [name]: infoFields[name].find((code) => code === chosen) ?? null });
      }}
    >
      <ChoiceGroup
        look="pills"
        className="mb-6"
        name={name}
        legend={names(`field.${name}`)}
        none={t("info.unsaid")}
        // each field has its own codes, which types can't follow
        options={infoFields[name].map((code) => ({
          value: code,
          label: names(`${name}.${code}` as "tattoos.none", { gender }),
        }))}
        defaultValue={value ?? ""}
      />
      <SaveMark saving={saving} />
    </div>
  );
}
