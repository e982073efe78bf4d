import { importOrReload } from "./chunk-reload.ts";

type Route = { id: string; module: string };
type Module = { default?: unknown };

/** React Router calls it (`routeModules` in `web/vite-plugins.ts`); a failure reloads the page or shows. */
export async function loadRouteModule(route: Route, loaded: Record<string, Module>): Promise<Module> {
  const loadedModule = loaded[route.id];
  if (loadedModule) return loadedModule;
  try {
    const module: Module = await importOrReload(() => import(/* @vite-ignore */ route.module));
    loaded[route.id] = module;
    return module;
  } catch (error) {
    return {
      default() {
        throw error;
      },
    };
  }
}
