/** Starts the page's script after its first paint. As text, since it runs before any script of ours. */
const starter = `
  const start = () => {
    for (const link of document.querySelectorAll('link[data-late]')) {
      // in a task of its own, because a phone needs 5 ms for each
      setTimeout(() => { link.rel = "modulepreload"; });
    }
    setTimeout(() => {
      const late = document.querySelector('script[type="late"]');
      const script = document.createElement("script");
      script.type = "module";
      script.nonce = late.nonce;
      script.textContent = late.textContent;
      late.after(script);
      script.remove();
    });
  };
  let started = false;
  const once = () => { if (!started) { started = true; start(); } };
  new PerformanceObserver(once).observe({ type: "paint", buffered: true });
  // a tab in the background paints nothing
  setTimeout(once, 1000);`;

const preload = '<link rel="modulepreload"';
const starts = /^<script((?: nonce="[^"]*")?) type="module" async=""/;

type Additions = { head: string; body: string; nonce: string | undefined };

/**
 * Adds to a page's head and body, and makes it load its scripts after its first paint (0080): until then, styles, the
 * font and photos have the connection and the processor. React Router preloads them in the head, and starts them as
 * soon as it has them; here its links wait, and its script stands as text, until a small script of ours starts both.
 * Throws if the page does not start as expected: then React Router writes it differently. The page stays bytes: only
 * its head and its script become a string, because a long page takes a millisecond to decode, search and encode again.
 */
export function completeMarkup(markup: Buffer, { head, body, nonce }: Additions): Buffer<ArrayBuffer> {
  const headEnd = markup.indexOf("</head>");
  const bodyEnd = markup.lastIndexOf("</body>");
  const before = markup.toString("utf8", 0, headEnd) + head;
  const isModule = markup.lastIndexOf('type="module"', bodyEnd);
  if (isModule < 0) {
    return Buffer.concat([
      Buffer.from(before),
      markup.subarray(headEnd, bodyEnd),
      Buffer.from(body),
      markup.subarray(bodyEnd),
    ]);
  }
  const script = markup.lastIndexOf("<script", isModule);
  const end = markup.toString("utf8", script, bodyEnd);
  if (!starts.test(end)) throw new Error("React Router starts pages differently: web/lib/scripts-last.server.ts");
  const late = end.replace(starts, (_, own: string) => `<script${own} type="late"`);
  return Buffer.concat([
    Buffer.from(before.replaceAll(preload, '<link data-late="" rel="late" fetchpriority="low"')),
    markup.subarray(headEnd, script),
    Buffer.from(`${late}${body}<script${nonce ? ` nonce="${nonce}"` : ""}>${starter}</script>`),
    markup.subarray(bodyEnd),
  ]);
}
