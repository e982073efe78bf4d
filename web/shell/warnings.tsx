import { Suspense } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useLive } from "#web/lib/live-state.ts";

const MemberWarnings = lazyPart(() => import("./member-warnings.tsx"));

/** R2.04: the warnings area above a page; visitors do not load its content. */
export function Warnings() {
  if (useLive() === null) return null;
  return (
    <Suspense fallback={null}>
      <MemberWarnings />
    </Suspense>
  );
}
