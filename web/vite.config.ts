import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

/**
 * Left to itself the build makes a file of each small part that pages share: some twenty requests on the
 * pilot's line. So each of these folders is one file: what every page has, and what nearly all of the office's have.
 */
const chunks = [
  { name: 'entry', tags: ['$initial' as const] },
  { name: 'login', test: /web\/src\/phone\/session\// },
  { name: 'frame', test: /web\/src\/((shell|ui)\/|(api|viaje)\/[^/]+$)/ },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  { name: 'office', test: /web\/src\/(office\/(layout|parts)|api\/cache)\// },
  { name: 'table', test: /web\/src\/list\/table\// },
  { name: 'list', test: /web\/src\/list\/[^/]+$/ },
]

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
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
