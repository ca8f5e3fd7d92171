import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Page } from "./shell/Page";
import "./design/tokens.css";
import "./design/base.css";
import "./design/controls.css";

const root = document.getElementById("page");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
