import { useLayoutEffect, useRef, useState } from "react";
import { type FormFailure, toFailure } from "./use-call.ts";

type Loading = { state: "idle" | "loading" | "failed"; failure: FormFailure | null };

/** The pages after a list's first one. `findCursor` is null at the end; `load` returns null if none was loaded. */
export function usePages<Page>(
  findCursor: (pages: readonly Page[]) => string | null,
  fetchPage: (cursor: string) => Promise<Page>,
  restored: readonly Page[] = [],
) {
  const [pages, setPages] = useState(restored);
  const [loading, setLoading] = useState<Loading>({ state: "idle", failure: null });
  const isLoading = useRef(false);
  const cursor = findCursor(pages);
  // not before the page is rendered: until then `load` would fetch the same page again
  useLayoutEffect(() => {
    if (loading.state !== "loading") isLoading.current = false;
  }, [loading]);

  async function load(): Promise<Page | null> {
    if (isLoading.current || cursor === null) return null;
    isLoading.current = true;
    setLoading({ state: "loading", failure: null });
    try {
      const page = await fetchPage(cursor);
      setPages((previous) => [...previous, page]);
      setLoading({ state: "idle", failure: null });
      return page;
    } catch (error) {
      setLoading({ state: "failed", failure: toFailure(error) });
      return null;
    }
  }
  return { pages, cursor, ...loading, load };
}
