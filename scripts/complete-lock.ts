import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, type LockEntry, missing, platformOf, problems, withEntries } from './lock/lock.ts'
import { capture, root } from './run.ts'

// A registry may lack packages of other platforms: `npm install` then leaves them out of the lock file (npm 11.19 and
// 12.2 too, and without an older lock file), and
// `npm ci` against a complete registry refuses it. `npm run lock` adds them; --check, part of `npm run check`,
// says what is missing.

const path = join(root, 'package-lock.json')

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** What the registry says of name@version; empty where it has no such package. */
const view = async (name: string, version: string): Promise<Partial<LockEntry>> => {
  const fields = ['os', 'cpu', 'libc', 'dist.integrity']
  const question = ['npm', 'view', '--json', '--loglevel=silent', `${name}@${version}`]
  const { status, output } = await capture([...question, ...fields])
  if (status !== 0 || output.trim() === '') return {}
  const { 'dist.integrity': integrity, ...platform } = JSON.parse(output) as Partial<LockEntry> & {
    'dist.integrity'?: string
  }
  return integrity === undefined ? platform : { integrity, ...platform }
}

const complete = async (lock: Lock): Promise<void> => {
  const entries: Record<string, LockEntry> = {}
  const queue = missing(lock)
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { key, name, version, dev } = next
      const entry = { version, ...platformOf(name), ...(await view(name, version)), optional: true }
      entries[key] = dev ? { ...entry, dev } : entry
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  const names = Object.keys(entries).sort()
  for (const name of names) console.log(`+ ${name}`)
  if (names.length > 0) writeFileSync(path, `${JSON.stringify(withEntries(lock, entries), null, 2)}\n`)
  console.log(`${names.length} entries added to package-lock.json`)
}

if (import.meta.main) {
  const lock = readJson<Lock>(path)
  if (!process.argv.includes('--check')) await complete(lock)
  else {
    const found = problems(lock, (workspace) => readJson(join(root, workspace, 'package.json')))
    for (const problem of found) console.log(problem)
    process.exitCode = found.length === 0 ? 0 : 1
  }
}
