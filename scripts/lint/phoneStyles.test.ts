import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { expect, test } from 'vitest'

// base.css names the files whose classes the login and the phone get. One that is forgotten shows only by its look.

const src = join(import.meta.dirname, '../../web/src')
const pages = globSync(
  ['session/*.tsx', 'piloto/*.tsx', 'layouts/{Guard,NotFound,PilotLayout,PilotMenu}.tsx'],
  {
    cwd: src,
  },
)

/** The files that these load, by path from web/src, themselves included. */
function reached(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(join(src, file), 'utf8')
    const imports = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)].map(([, path = '']) => path)
    reached(
      imports.map((path) => relative(src, join(src, dirname(file), path))),
      found,
    )
  }
  return found
}

test('base.css names every part that the login and the phone are made of', () => {
  const css = readFileSync(join(src, 'base.css'), 'utf8')
  const named = [...css.matchAll(/@source "\.\/([^"]+)"/g)].map(([, glob = '']) =>
    glob.includes('.') ? glob : `${glob}/*`,
  )
  const drawn = [...reached(pages)].filter((file) => file.endsWith('.tsx'))
  expect(drawn.length).toBeGreaterThan(25)
  expect(drawn.filter((file) => !named.some((glob) => matchesGlob(file, glob)))).toEqual([])
})
