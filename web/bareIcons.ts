import type { Plugin } from 'vite'

/** Of each icon only what is drawn: lucide leaves its former names in it, and a line that reads a part of it. */
export const bareIcons = (): Plugin => ({
  name: 'bare-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: code.replace(/^ {2}aliases: .*$|^__iconData\.node;$/gm, ''), map: null }),
  },
})
