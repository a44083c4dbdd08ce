import { createRoot } from "react-dom/client";
import { App } from "./app";
import { looksOfBrowser } from "./settings";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/turn.css";
import "./styles/panel.css";

createRoot(document.getElementById("page")!).render(<App looks={looksOfBrowser()} />);
