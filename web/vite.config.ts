import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// One script and one style sheet with fixed names: the server hands them out as they are, and
// the report puts both inside its one page.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/coincide/app/review/static",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: "app.js",
        assetFileNames: "app[extname]",
      },
    },
  },
  // while developing, a running `coincide review --port 8420` answers
  server: { proxy: { "/api": "http://127.0.0.1:8420" } },
});
