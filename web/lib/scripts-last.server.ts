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

const preloads = /<link rel="modulepreload"/g;
const starts = /<script((?: nonce="[^"]*")?) type="module" async=""/;

/**
 * Makes a page load its scripts after its first paint (0080): until then, styles, the font and photos have the
 * connection and the processor. React Router preloads them in the head, and starts them as soon as it has them; here
 * its links wait, and its script stands as text, until a small script of ours starts both. Throws if the page does not
 * start as expected: then React Router writes it differently.
 */
export function scriptsLast(page: string, nonce: string | undefined): string {
  if (!page.includes('type="module"')) return page;
  if (!starts.test(page)) throw new Error("React Router starts pages differently: web/lib/scripts-last.server.ts");
  return page
    .replaceAll(preloads, '<link data-late="" rel="late" fetchpriority="low"')
    .replace(starts, (_, own: string) => `<script${own} type="late"`)
    .replace("</body>", () => `<script${nonce ? ` nonce="${nonce}"` : ""}>${starter}</script></body>`);
}
