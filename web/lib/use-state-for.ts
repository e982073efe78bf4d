import { useState } from "react";

/** State that begins anew, with `initial`, when `key` changes. What is set for an older key is dropped. */
export function useStateFor<State>(key: unknown, initial: State) {
  const [kept, keep] = useState({ key, state: initial });
  if (kept.key !== key) keep({ key, state: initial });
  return [kept.key === key ? kept.state : initial, (state: State) => keep({ key, state })] as const;
}
