import { useEffect } from "react";
import { useLocation } from "react-router";

/** Opens an overlay if the page's query says so: its link was followed before the scripts ran, or from another page. */
export function useOpenByAddress(name: string, value: string, open: () => void): void {
  const { search } = useLocation();
  useEffect(() => {
    if (new URLSearchParams(search).get(name) !== value) return;
    // without the query, so that a reload does not open it again
    const url = new URL(location.href);
    url.searchParams.delete(name);
    history.replaceState(history.state, "", url.pathname + url.search);
    open();
  }, [search, name, value, open]);
}
