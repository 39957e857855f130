import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from './projectFiles.ts'
import { root } from './run.ts'

// In two parts, so that this file does not match itself.
const todoPattern = new RegExp(`\\b(TO${'DO'}|FIX${'ME'})\\b`)
const suppressionPattern = new RegExp(
  `(oxlint|eslint|biome)-${'ignore|(oxlint|eslint)-disable'}|@ts-${'expect-error'}`,
)
const reasonPattern = /--\s*\S|: \S|@ts-expect-error \S/

export const findTodos = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    if (todoPattern.test(line)) return [`${index + 1}: unfinished work: ${line.trim()}`]
    if (suppressionPattern.test(line) && !reasonPattern.test(line))
      return [`${index + 1}: a suppression without its reason: ${line.trim()}`]
    return []
  })

if (import.meta.main) {
  const texts = projectFiles().filter((name) => /\.(ts|tsx|mjs|js|css|html|sql|md|json|sh)$/.test(name))
  const found = texts.flatMap((name) =>
    findTodos(readFileSync(join(root, name), 'utf8')).map((line) => `${name}:${line}`),
  )
  for (const line of found) console.log(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
