import type { ShownSetting } from "#contract/staff-sites.ts";

/** What a setting is called, with its key, by which the documentation and the commands call it. */
export function SettingName({ name, label }: Pick<ShownSetting, "name" | "label">) {
  return (
    <>
      <span className="font-semibold">{label}</span>{" "}
      <code className="break-all font-normal text-muted text-sm">{name}</code>
    </>
  );
}
