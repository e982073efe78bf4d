import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The specification's route table, with its ids, in its order; each feature adds its screens here. */
export default [
  layout("shell/default-layout.tsx", { id: "default" }, [
    index("home/index.tsx", { id: "index" }),
    route("*", "shell/not-found.tsx", { id: "not-found" }),
  ]),
] satisfies RouteConfig;
