/** Has the built page load `src/ahead.ts` beside its own script. While developing, the page does without it. */
import type { Plugin } from "vite";

const NAME = "ahead";

export function ahead(): Plugin {
  return {
    name: NAME,
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: "src/ahead.ts", name: NAME });
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const file = Object.values(bundle).find((one) => one.type === "chunk" && one.isEntry && one.name === NAME);
        if (!file) throw new Error("src/ahead.ts was not built");
        // It does not wait for the document, nor for the page's own script.
        const attrs = { type: "module", async: true, crossorigin: true, src: `/${file.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head" }];
      },
    },
  };
}
