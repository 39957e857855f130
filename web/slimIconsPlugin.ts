import type { Plugin } from 'vite'

/** Removes from lucide's icons all but their shapes: names, former names and React keys weigh 1 KB a page. */
export const slimIcons = (): Plugin => ({
  name: 'slim-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({
      code: code.replace(/^ {2}(name|size|aliases): .*$|,\s*key: "\w+"|^__iconData\.node;$/gm, ''),
      map: null,
    }),
  },
})
