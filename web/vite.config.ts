import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Every text file beside itself, compressed: the service sends what the browser takes. */
function compressed(): Plugin {
  return {
    name: "suffice-compressed",
    apply: "build",
    writeBundle({ dir = "dist" }) {
      for (const folder of [join(dir, "assets"), join(dir, "static")]) {
        for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg)$/.test(one))) {
          const bytes = readFileSync(join(folder, name));
          if (bytes.length < 1_000) continue;
          writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
          writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), compressed()],
  build: { target: "es2022", assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } }, modulePreload: { polyfill: false }, reportCompressedSize: true },
  // Time-outs are for what hangs, not for machines that are slow.
  test: { testTimeout: 60_000, hookTimeout: 60_000 },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
