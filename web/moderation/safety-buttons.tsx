import { Fragment } from "react";
import type { ReportAbout } from "./report-about.ts";
import { useBlock, useReport } from "./use-dialogs.tsx";

type Props = { about: ReportAbout; className?: string };

/** With one press (D11.2), as over a full-screen photo. */
export function SafetyButtons({ about, className = "icon-button" }: Props) {
  const actions = [useReport(about), useBlock(about.member, undefined, `block-${about.subject}`)];
  return (
    <>
      {actions.map(({ entry }) => (
        <button
          key={String(entry.label)}
          type="button"
          className={className}
          aria-label={String(entry.label)}
          title={String(entry.label)}
          onClick={entry.onSelect}
        >
          {entry.icon}
        </button>
      ))}
      {actions.map(({ entry, dialog }) => (
        <Fragment key={String(entry.label)}>{dialog}</Fragment>
      ))}
    </>
  );
}
