import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin } from 'vite'

/** Builds /api-docs.js and /api-docs.css. Their names are fixed, because the server makes the page that loads them. */
export const apiDocsPlugin = (): Plugin => ({
  name: 'api-docs',
  apply: 'build',
  writeBundle: {
    sequential: true,
    handler: async ({ dir = '' }) => {
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [tailwindcss()],
        build: {
          outDir: dir,
          emptyOutDir: false,
          // Else the script of this format contains the style.
          cssCodeSplit: false,
          assetsInlineLimit: 0,
          reportCompressedSize: false,
          rolldownOptions: {
            input: { 'api-docs': join(import.meta.dirname, 'src/apiDocs/apiDocs.ts') },
            output: {
              format: 'iife',
              entryFileNames: '[name].js',
              assetFileNames: ({ names }) =>
                names.some((name) => name.endsWith('.css'))
                  ? 'api-docs[extname]'
                  : 'assets/[name]-[hash][extname]',
            },
          },
        },
      })
    },
  },
})
