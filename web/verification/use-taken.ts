import { useEffect, useState } from "react";
import { type PictureProblem, problemOf } from "#web/photos/picture-check.ts";

/** A picture that was chosen to be sent, with an address for its preview as long as it is shown; or its problem. */
export function useTaken() {
  const [taken, setTaken] = useState<{ file: File; address: string } | null>(null);
  const [problem, setProblem] = useState<{ kind: PictureProblem; size: number } | null>(null);
  useEffect(() => () => (taken ? URL.revokeObjectURL(taken.address) : undefined), [taken]);
  const take = ([file]: readonly File[]) => {
    if (!file) return;
    const kind = problemOf(file);
    setProblem(kind ? { kind, size: file.size } : null);
    if (!kind) setTaken({ file, address: URL.createObjectURL(file) });
  };
  return { taken, problem, take };
}
