import { Fragment, type ReactNode } from "react";

/** A dot between two parts of one line. It is the space between them, so where the line breaks there is none. */
export function Dot() {
  return <span className="dot"> </span>;
}

/** Parts of one line, with a dot between each two. A part that stands twice needs a key of its own. */
export function withDots(parts: readonly string[]): ReactNode {
  return parts.map((part, at) => (
    <Fragment key={part}>
      {at === 0 ? null : <Dot />}
      {part}
    </Fragment>
  ));
}
