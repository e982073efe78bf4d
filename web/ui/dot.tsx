import { Fragment, type ReactNode } from "react";

/** A dot between two parts of one line. It is the space between them, so where the line breaks there is none. */
export function Dot() {
  return <span className="dot"> </span>;
}

/** The parts of one line, of which no two are the same, with a dot between each two. */
export function withDots(parts: readonly string[]): ReactNode {
  return parts.map((part, at) => (
    <Fragment key={part}>
      {at === 0 ? null : <Dot />}
      {part}
    </Fragment>
  ));
}
