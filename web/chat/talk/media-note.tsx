import { MicOff, VideoOff } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import type { MediaProblem } from "./media.ts";

type Props = { problem: MediaProblem | null; device: "microphone" | "camera" };

/** Why the microphone or the camera can't be used, and what helps. */
export function MediaNote({ problem, device }: Props) {
  const t = useTexts("talks");
  const Icon = device === "microphone" ? MicOff : VideoOff;
  return (
    <div role="alert">
      {problem === null ? null : (
        <p className="mb-4 flex items-start gap-2.5 rounded-md bg-danger-tint p-3.5 text-start font-medium text-danger-ink">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
          {t(`${device}.${problem}`)}
        </p>
      )}
    </div>
  );
}
