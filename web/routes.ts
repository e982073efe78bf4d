import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The specification's route table, with its ids, in its order; each feature adds its screens here. */
export default [
  layout("shell/default-layout.tsx", { id: "default" }, [
    index("home/index.tsx", { id: "index" }),
    route("likes", "likes/likes.tsx", { id: "likes" }),
    route("likes/:type", "likes/likes.tsx", { id: "likes-type" }),
    route("chats", "chat/chats.tsx", { id: "chats" }),
    route("complaints", "pages/page.tsx", { id: "complaints" }),
    route("credits", "credits/credits.tsx", { id: "credits" }),
    route("credits/:id/:paymentmethod?", "credits/order.tsx", { id: "credits-id-paymentmethod" }),
    route("members", "members/search.tsx", { id: "members" }),
    route("members/:id", "members/profile.tsx", { id: "members-id" }),
    route("login", "account/login.tsx", { id: "login" }),
    route("notifications", "account/notifications.tsx", { id: "notifications" }),
    route("pricing", "pages/pricing.tsx", { id: "pricing" }),
    route("profile", "account/profile.tsx", { id: "profile" }),
    route("signup", "account/signup.tsx", { id: "signup" }),
    route("activate/done", "account/activate-done.tsx", { id: "activate-done" }),
    route("activate/error", "account/activate-error.tsx", { id: "activate-error" }),
    route("transactions/:id?", "payments/transactions.tsx", { id: "transactions-id" }),
    route("pages/ban", "pages/page.tsx", { id: "pages-ban" }),
    route("pages/cookies", "pages/page.tsx", { id: "pages-cookies" }),
    route("pages/faq", "pages/page.tsx", { id: "pages-faq" }),
    route("pages/privacy", "pages/page.tsx", { id: "pages-privacy" }),
    route("pages/return-policy", "pages/page.tsx", { id: "pages-return-policy" }),
    route("pages/service", "pages/page.tsx", { id: "pages-service" }),
    route("pages/terms", "pages/page.tsx", { id: "pages-terms" }),
    route(":token", "account/token.tsx", { id: "token" }),
    route("*", "shell/not-found.tsx", { id: "not-found" }),
  ]),
  layout("shell/chat-layout.tsx", { id: "chat" }, [
    route("chats/:id", "chat/chat.tsx", { id: "chats-id" }),
    route("members/:id/chat", "chat/first-message.tsx", { id: "members-id-chat" }),
  ]),
] satisfies RouteConfig;
