import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";

/**
 * Data of a member's screen that changes while the screen is open. The route's loader fills the query with its answer,
 * which is newer than what the cache has from earlier in this visit; the screen reads the query; events and the
 * refresh timer change the query, and nothing else. `merge` keeps what the loader's answer lacks, such as older pages.
 */
export function useLoaded<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
  loaded: Data,
  merge?: (known: Data, loaded: Data) => Data,
) {
  const client = useQueryClient();
  const { data = loaded, refetch } = useQuery({
    ...query,
    initialData: () => loaded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer of the loader replaces what is known
  useLayoutEffect(() => {
    client.setQueryData<Data>(query.queryKey, (known) =>
      known === undefined || merge === undefined ? loaded : merge(known, loaded),
    );
  }, [client, loaded]);
  return { data, refetch };
}
