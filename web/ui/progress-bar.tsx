import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { progressBar } from "#contract/constants.ts";
import { createProgress, type ProgressPhase } from "#web/lib/progress.ts";

/** The thin line at the top while the next page loads. */
export function ProgressBar() {
  const loading = useNavigation().state !== "idle";
  const [phase, setPhase] = useState<ProgressPhase>("hidden");
  const [progress] = useState(() => createProgress(setPhase));
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => progress.setLoading(loading), [progress, loading]);
  useEffect(() => progress.stop, [progress]);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const running = line.current?.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0.95)" }], {
      duration: progressBar.durationMs,
      easing: "cubic-bezier(0.1, 0.7, 0.2, 1)",
      fill: "forwards",
    });
    if (phase !== "running") running?.cancel();
    return () => running?.cancel();
  }, [phase]);

  if (phase === "hidden") return null;
  return (
    <div
      ref={line}
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left bg-primary rtl:origin-right"
    />
  );
}
