import { type ComponentProps, type ReactNode, useId } from "react";

type Props = Omit<ComponentProps<"section">, "title"> & { title: ReactNode; heading?: string };

export function Section({ title, heading = "mb-3 text-xl", children, ...rest }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} {...rest}>
      <h2 id={id} className={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
