import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    emptyOutDir: true,
    // The weight test reads it.
    manifest: true,
    // The content policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
