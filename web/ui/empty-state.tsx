import type { ReactNode } from "react";

type Props = {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** "h1" if the page is about nothing else. */
  heading?: "h1" | "h2";
  children?: ReactNode;
};

export function EmptyState({ icon, title, text, heading: Heading = "h2", children }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      {icon ? (
        <div className="mb-5 flex size-18 items-center justify-center rounded-full bg-tint text-primary-ink">
          {icon}
        </div>
      ) : null}
      <Heading className="text-xl">{title}</Heading>
      {text === undefined ? null : <p className="mt-2 text-muted">{text}</p>}
      {children === undefined ? null : <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
