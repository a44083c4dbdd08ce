import { lazy, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { looksOfBrowser } from "./settings";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/turn.css";
import "./styles/panel.css";
import "./styles/kept.css";

const Admin = lazy(() => import("./admin/admin"));
const Shared = lazy(() => import("./shared"));
const looks = looksOfBrowser();

createRoot(document.getElementById("page")!).render(
  location.pathname.startsWith("/shared/") ? <Suspense><Shared looks={looks} /></Suspense>
  : location.pathname === "/admin" ? <Suspense><Admin looks={looks} /></Suspense>
  : <App looks={looks} />,
);
