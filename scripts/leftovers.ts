import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture, root } from './run.ts'

// Written in two parts so that this file does not find itself.
const unfinished = new RegExp(`\\b(TO${'DO'}|FIX${'ME'})\\b`)
const suppression = new RegExp(
  `(oxlint|eslint|biome)-${'ignore|(oxlint|eslint)-disable'}|@ts-${'expect-error'}`,
)
const reason = /--\s*\S|: \S|@ts-expect-error \S/

/** What in this text is not ready to land, with line numbers. */
export const leftovers = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    if (unfinished.test(line)) return [`${index + 1}: unfinished work: ${line.trim()}`]
    if (suppression.test(line) && !reason.test(line))
      return [`${index + 1}: a suppression without its reason: ${line.trim()}`]
    return []
  })

/** Every file of the checkout that git would take. */
const files = async (): Promise<string[]> => {
  const { status, output } = await capture(['git', 'ls-files', '-co', '--exclude-standard', '--deduplicate'])
  if (status !== 0) throw new Error(output)
  return output.split('\n').filter((name) => /\.(ts|tsx|mjs|js|css|html|sql|md|json|sh)$/.test(name))
}

const read = (name: string): string => {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    // Deleted but not yet committed.
    return ''
  }
}

if (import.meta.main) {
  const found = (await files()).flatMap((name) => leftovers(read(name)).map((line) => `${name}:${line}`))
  for (const line of found) console.log(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
