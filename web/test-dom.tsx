import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from "react-router";
import { onTestFinished } from "vitest";
import type { ScreenHandle } from "./lib/page.ts";
import { createBrowserFormats, FormatsProvider } from "./lib/page-formats.ts";
import type { RootData } from "./lib/root-data.ts";
import { textParts } from "./lib/text-parts.ts";
import { loadTexts, TextsProvider } from "./lib/texts.tsx";
import type { Posted } from "./lib/use-form.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Renders into the document, until the test ends. A file that does starts with `// @vitest-environment happy-dom`. */
export async function render(node: ReactNode): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  await act(async () => root.render(node));
  return container;
}

type Options = {
  handle?: ScreenHandle;
  /** What the hooks of `root-data.ts` return. */
  root?: Partial<RootData>;
  /** The loader of each other page. A navigation lasts until its promise settles. */
  loadOther?: (path: string) => unknown;
  /** What the page's action answered to a form that was posted without scripts. */
  posted?: Posted<unknown>;
};

/** Renders an element as the page `/`, with the English texts. `router` navigates, and says where the user is. */
export async function renderPage(element: ReactNode, options: Options = {}) {
  const { handle, root = {}, loadOther = () => null, posted } = options;
  const texts = await loadTexts("en", textParts);
  const routes: RouteObject[] = [
    {
      id: "root",
      loader: () => root,
      shouldRevalidate: () => false,
      HydrateFallback: Outlet,
      Component: Outlet,
      children: [
        { id: "page", index: true, element, handle },
        { path: "*", element: null, loader: ({ request }) => loadOther(new URL(request.url).pathname) },
      ],
    },
  ];
  const hydrationData = posted && { loaderData: { root }, actionData: { page: posted } };
  const router = createMemoryRouter(routes, { hydrationData });
  onTestFinished(() => router.dispose());
  const container = await render(
    <TextsProvider value={texts}>
      <FormatsProvider value={createBrowserFormats("en")}>
        <RouterProvider router={router} />
      </FormatsProvider>
    </TextsProvider>,
  );
  return { container, router };
}

type HostProps<T> = { useHook: () => T; onResult: (result: T) => void };

function HookHost<T>({ useHook, onResult }: HostProps<T>) {
  onResult(useHook());
  return null;
}

/** Runs the hook in a component that is the page `/`. `current()` is what the hook returned in the last render. */
export async function renderHook<T>(useHook: () => T, options?: Options) {
  const results: T[] = [];
  const host = <HookHost useHook={useHook} onResult={(result) => results.push(result)} />;
  const { router } = await renderPage(host, options);
  return {
    router,
    current(): T {
      const last = results.at(-1);
      if (last === undefined) throw new Error("the hook has not run");
      return last;
    },
  };
}
