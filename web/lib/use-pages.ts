import { useRef, useState } from "react";
import { type FormFailure, toFailure } from "./use-call.ts";

type Loading = { state: "idle" | "loading" | "failed"; failure: FormFailure | null };

/**
 * The pages of a list after its first one, which comes with the page or a query. `findCursor` says where the next page
 * begins; null at the end. One page loads at a time. `load` returns it, or null if none was loaded.
 */
export function usePages<Page>(
  findCursor: (pages: readonly Page[]) => string | null,
  fetchPage: (cursor: string) => Promise<Page>,
  restored: readonly Page[] = [],
) {
  const [pages, setPages] = useState(restored);
  const [loading, setLoading] = useState<Loading>({ state: "idle", failure: null });
  const isLoading = useRef(false);
  const cursor = findCursor(pages);

  async function load(): Promise<Page | null> {
    if (isLoading.current || cursor === null) return null;
    isLoading.current = true;
    setLoading({ state: "loading", failure: null });
    try {
      const page = await fetchPage(cursor);
      setPages((known) => [...known, page]);
      setLoading({ state: "idle", failure: null });
      return page;
    } catch (error) {
      setLoading({ state: "failed", failure: toFailure(error) });
      return null;
    } finally {
      isLoading.current = false;
    }
  }
  return { pages, cursor, ...loading, load };
}
