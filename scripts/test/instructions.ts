import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'

type Block = ReturnType<typeof blocks>[number]

/** Returns the section's code blocks, with file and place named by the line before. */
export function blocks(section: string) {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, part = ''] = text.split(`\n## ${section}\n`)
  const [own = ''] = part.split('\n## ')
  const named = /^`([^`]+)`(?:, in `(\w+)`|, after `([^`]+)`)?[^\n]*\n\n```\w+\n([\s\S]*?)```/gm
  return [...own.matchAll(named)].map(([, file = '', into, after, code = '']) => ({
    file,
    into,
    after,
    code,
  }))
}

/**
 * Adds imports at the top. A line that starts like an existing one replaces it. Other lines are appended to
 * `into`, or to the file's list.
 */
export function addLines(copy: string, file: string, code: string, into?: string) {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  for (const line of code.trimEnd().split('\n')) {
    const beginning = line.split('=')[0] ?? ''
    const same = lines.findIndex((each) => line.includes('=') && each.startsWith(beginning))
    const start = lines.findIndex((each) => into && new RegExp(`(const|function) ${into}\\b`).test(each))
    const end = lines.findIndex((each, at) => at > start && /^[}\]]/.test(each))
    if (line.startsWith('import ')) lines.unshift(line)
    else if (same >= 0) lines[same] = line
    else lines.splice(into ? end : lines.findLastIndex((each) => each.startsWith('} as const')), 0, line)
  }
  writeFileSync(join(copy, file), lines.join('\n'))
}

/** Inserts lines after the first one that contains a text. */
function addAfter(copy: string, file: string, text: string, code: string) {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  const at = lines.findIndex((line) => line.includes(text))
  if (at < 0) throw new Error(`${file} has no line with ${text}`)
  lines.splice(at + 1, 0, code.trimEnd())
  writeFileSync(join(copy, file), lines.join('\n'))
}

/** Appends to an existing SQL file, writes a new file whole. */
export function place(copy: string, { file, into, after, code }: Block) {
  if (into) addLines(copy, file, code, into)
  else if (after) addAfter(copy, file, after, code)
  else if (file.includes('/schema/')) appendFileSync(join(copy, file), code)
  else {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), code)
  }
}
