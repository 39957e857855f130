import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Ways out of the program: mail, the file store, other servers. */
const effect = /\bmailer\.send\(|\bstore\.put\(|\bfetch\(/

/** The limit of each file with an effect, as its callers name it. */
const limits: Record<string, { file: string; limit: string }> = {
  'domain/sendMail.ts': { file: 'domain/sendMail.ts', limit: 'await countMail(' },
  // The company's logo is limited as every write of an administrator.
  'domain/storedFiles.ts': { file: 'features/archivos/upload.ts', limit: 'await reserveUpload(' },
  // A job: at most one mail a user and week, and one of an alarm.
  'features/correo/mailScheduler.ts': { file: 'features/correo/mailScheduler.ts', limit: 'outbox' },
}

const source = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, source), 'utf8')

test('effects outside the program: each has a limit', () => {
  const files = globSync('{features,domain}/**/*.ts', { cwd: source }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  expect(files.filter((file) => effect.test(read(file))).toSorted()).toEqual(Object.keys(limits).toSorted())
  for (const { file, limit } of Object.values(limits)) expect(read(file)).toContain(limit)
})
