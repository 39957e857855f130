import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of this folder with its `${words}` filled in. */
export const fillTemplate = (name: string, values: Record<string, string | number>): string =>
  readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, word: string) => {
    const value = values[word]
    if (value === undefined) throw new Error(`${name}: nothing for ${word}`)
    return String(value)
  })
