import { lazy, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { embedded, hostSpoke } from "./embedded";
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
// In somebody else's page nothing is asked before that page has said who is reading.
if (embedded) await hostSpoke();

createRoot(document.getElementById("page")!).render(
  location.pathname.startsWith("/shared/") ? <Suspense><Shared looks={looks} /></Suspense>
  : location.pathname === "/admin" ? <Suspense><Admin looks={looks} /></Suspense>
  : <App looks={looks} />,
);
