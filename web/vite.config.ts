import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

/**
 * Left to itself the build makes a file of each small part that pages share: some twenty requests on the
 * pilot's line. Here is what every page has, what both frames and their screens have,
 * and what nearly all of the office's have.
 */
const chunks = [
  { name: 'shell', test: /src\/(main|ui\/(Banner|Field|Logo)|api\/(call|empresa))\.tsx?$/ },
  {
    name: 'frame',
    test: /src\/(api\/dias|ui\/(ConfirmDialog|EmptyState|EstadoBadge|PageHeading|ResultPopup|Skeleton|theme|useAskBeforeLeaving)|layouts\/(ConnectionBanner|MenuLinks|logOut|misRutas)|format|estados)\.tsx?$|icons\/(sun|moon|menu|key-round|log-out|chevron-down|arrow-right|id-card|refresh-cw)\.mjs$/,
  },
  {
    name: 'office',
    test: /src\/(sections|catalogue\/icons|ui\/(Choose|ListCard|Pager|RowMenu|SkeletonCards|Table|useListAddress|useMediaQuery))\.tsx?$|icons\/(check|chevron-left|chevron-right|hand-helping|shield-check|trash|trash-2|user-round|wrench|x)\.mjs$/,
  },
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
