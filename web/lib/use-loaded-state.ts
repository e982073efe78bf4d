import { useState } from "react";

/** State that begins anew with what is loaded, whenever it is loaded again. What is set later still counts. */
export function useLoadedState<State>(loaded: State) {
  const [state, setState] = useState(loaded);
  const [before, setBefore] = useState(loaded);
  if (before !== loaded) {
    setBefore(loaded);
    setState(loaded);
  }
  return [before === loaded ? state : loaded, setState] as const;
}
