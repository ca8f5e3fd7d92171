import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./design/styles";
import { Page } from "./shell/Page";

const root = document.getElementById("page");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
