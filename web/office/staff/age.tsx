import { useFormat } from "#web/lib/use-format.ts";

/** How long something waits. A minute may pass between the server's page and its scripts. */
export function Age({ since }: { since: string }) {
  const format = useFormat();
  return (
    <time dateTime={since} title={`${format.date(since)} ${format.time(since)}`} suppressHydrationWarning>
      {format.ago(since)}
    </time>
  );
}
