import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

export default defineConfig({
  // wouter brings a stand-in for what React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    emptyOutDir: true,
    // The weight test reads it.
    manifest: true,
    // Every browser that draws these pages knows it.
    modulePreload: { polyfill: false },
    // The content policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
