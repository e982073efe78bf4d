import type { ReactNode } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { useSavedDraft } from "./use-draft.ts";

type Props = {
  viewer: string;
  partner: string;
  icon: ReactNode;
  title: string;
  /** Links that help. */
  actions: ReactNode;
  children: ReactNode;
};

/** Replaces the field if the member can't write now, so that they know before they write. Their draft is kept. */
export function CannotWrite({ viewer, partner, icon, title, actions, children }: Props) {
  const t = useTexts("chat");
  const hasDraft = useSavedDraft(viewer, partner) !== "";
  return (
    <div className="composer">
      <div
        role="alert"
        className="mb-1.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-tint px-4 py-3"
      >
        <div className="flex min-w-0 items-start gap-2.5">
          <span aria-hidden className="mt-0.5 shrink-0 text-primary-ink">
            {icon}
          </span>
          <div className="min-w-0 max-w-xl">
            <p className="font-semibold">{title}</p>
            {children}
            {hasDraft ? <p className="text-muted text-sm">{t("first.draft_kept")}</p> : null}
          </div>
        </div>
        <div className="flex flex-wrap gap-2.5">{actions}</div>
      </div>
    </div>
  );
}
