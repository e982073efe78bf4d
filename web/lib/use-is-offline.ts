import { useEffect, useState } from "react";
import { useEvents } from "./use-events.ts";

/** Whether the browser has no connection; false on the server. */
export function useIsOffline(): boolean {
  const [offline, setOffline] = useState(false);
  useEvents(["online", "offline"], ({ type }) => setOffline(type === "offline"));
  useEffect(() => setOffline(navigator.onLine === false), []);
  return offline;
}
