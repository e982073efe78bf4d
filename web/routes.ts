import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The specification's route table, with its ids, in its order; each feature adds its screens here. */
export default [
  layout("shell/default-layout.tsx", { id: "default" }, [
    index("home/index.tsx", { id: "index" }),
    route("likes", "likes/likes.tsx", { id: "likes" }),
    route("likes/:type", "likes/likes.tsx", { id: "likes-type" }),
    route("members", "members/search.tsx", { id: "members" }),
    route("members/:id", "members/profile.tsx", { id: "members-id" }),
    route("login", "account/login.tsx", { id: "login" }),
    route("notifications", "account/notifications.tsx", { id: "notifications" }),
    route("profile", "account/profile.tsx", { id: "profile" }),
    route("signup", "account/signup.tsx", { id: "signup" }),
    route("activate/done", "account/activate-done.tsx", { id: "activate-done" }),
    route("activate/error", "account/activate-error.tsx", { id: "activate-error" }),
    route(":token", "account/token.tsx", { id: "token" }),
    route("*", "shell/not-found.tsx", { id: "not-found" }),
  ]),
] satisfies RouteConfig;
