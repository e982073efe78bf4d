import type { ComponentProps } from "react";
import { Checkbox } from "./checkbox.tsx";
import { type Option, SelectField } from "./select-field.tsx";
import { TextArea, TextField } from "./text-field.tsx";

type Controlled =
  | ({ kind?: "text" } & ComponentProps<typeof TextField>)
  | ({ kind: "area" } & ComponentProps<typeof TextArea>)
  | ({ kind: "select" } & ComponentProps<typeof SelectField>)
  | ({ kind: "check" } & ComponentProps<typeof Checkbox>);
/** A field as data: a line of text without a kind. A new `key` replaces the control, with its default value. */
export type FieldOf = Controlled & { key?: string };

/** The fields of a form, from a list of them; what is false is left out. */
export function Fields({ of }: { of: readonly (FieldOf | false)[] }) {
  return of.map((field) => {
    if (!field) return null;
    const { key, ...rest } = field;
    return <Control key={key ?? field.name} {...rest} />;
  });
}

function Control(field: Controlled) {
  switch (field.kind) {
    case "area": {
      const { kind: _, ...rest } = field;
      return <TextArea {...rest} />;
    }
    case "select": {
      const { kind: _, ...rest } = field;
      return <SelectField {...rest} />;
    }
    case "check": {
      const { kind: _, ...rest } = field;
      return <Checkbox {...rest} />;
    }
    default: {
      const { kind: _, ...rest } = field;
      return <TextField {...rest} />;
    }
  }
}

export const optionsOf = <V extends string>(values: readonly V[], labelOf: (value: V) => string = String): Option[] =>
  values.map((value) => ({ value, label: labelOf(value) }));

type Select = ComponentProps<typeof SelectField> & Pick<FieldOf, "key">;
export const choice = (name: string, label: string, options: readonly Option[], more?: Partial<Select>) =>
  ({ kind: "select", name, label, options, ...more }) as const;
