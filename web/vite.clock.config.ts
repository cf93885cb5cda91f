import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// One plain script and one style sheet: both are put inside the clock's page, which is also opened
// from a disk, where browsers load no modules.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  publicDir: false,
  build: {
    outDir: "../src/coincide/app/clock/static",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: "clock/main.ts",
      output: {
        format: "iife",
        codeSplitting: false,
        entryFileNames: "clock.js",
        assetFileNames: "clock[extname]",
      },
    },
  },
});
