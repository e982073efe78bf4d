import { titleWithCount } from "#web/lib/counts.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useFrame } from "#web/lib/root-data.ts";

type Props = { title: string; whole?: boolean; waiting?: number | undefined };

/** The tab's title: the number of waiting items, the page, the site. With `whole` the site is left out. */
export function PageTitle({ title, whole = false, waiting = 0 }: Props) {
  const live = useLive();
  const site = useFrame()?.settings.name;
  const count = live === null ? waiting : live.unread + live.newLikes;
  const words = whole || site === undefined ? title : `${title} · ${site}`;
  return (
    <>
      <title>{titleWithCount(words, count)}</title>
      {live === null ? <meta property="og:title" content={words} /> : null}
    </>
  );
}
