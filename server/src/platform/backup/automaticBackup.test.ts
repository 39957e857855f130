import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBackupFolder } from '../../test/respaldo.ts'
import { AutomaticBackups, type AutomaticBackupsOptions } from './automaticBackup.ts'
import { backupName, expiredNames } from './retention.ts'

const zone = 'America/Guatemala'
const hour = 3_600_000

let place: Awaited<ReturnType<typeof createBackupFolder>>
let folder: string
let moment: number
let mark: string
let takes: number
let errors: unknown[]
let faltan: number
beforeEach(async () => {
  place = await createBackupFolder()
  folder = join(place.path, 'datos-respaldos')
  moment = Date.parse('2026-11-20T15:00:00Z')
  mark = 'antes'
  takes = 1000
  errors = []
  faltan = 0
})
afterEach(() => place.remove())

const told = () => ({ archivos_faltan: faltan, renewed: 0, unreadable: [] })
const start = (changes: Partial<AutomaticBackupsOptions> = {}) =>
  new AutomaticBackups({
    folder,
    zone,
    now: () => new Date(moment),
    readState: async () => ({ mark, bytes: 1000 }),
    make: async (path) => {
      moment += takes
      mkdirSync(path)
      writeFileSync(join(path, 'manifest.json'), '{}')
      return told()
    },
    freeBytes: () => 10 * 1024 ** 3,
    onError: (error) => errors.push(error),
    ...changes,
  })
const after = async (own: AutomaticBackups, milliseconds: number) => {
  moment += milliseconds
  await own.tick()
}
const made = () =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('respaldo-')) : []

test('the first comes an hour after the start, the others with every hour in which something was written', async () => {
  const own = start()
  await after(own, hour - 60_000)
  expect([made(), own.last()]).toEqual([[], null])
  await after(own, 60_000)
  expect(made()).toEqual(['respaldo-2026-11-20T16-00-00Z'])
  expect(own.last()).toMatchObject({ hecho_en: '2026-11-20T16:00:00.000Z', error: null })
  await after(own, hour)
  expect(made()).toHaveLength(1)
  mark = 'después'
  await after(own, hour - 60_000)
  expect(made()).toHaveLength(1)
  await after(own, 120_000)
  expect(made()).toHaveLength(2)

  // The next start knows what the last one did.
  const next = start()
  expect(next.last()).toEqual(own.last())
  await after(next, hour)
  expect(made()).toHaveLength(2)
})

test('where the last took over a minute, one is made a day, after two in the morning of the company', async () => {
  takes = 61_000
  const own = start()
  await after(own, hour)
  for (let n = 0; n < 15; n++) {
    mark = `${n}`
    await after(own, hour)
  }
  expect(new Date(moment).toISOString()).toBe('2026-11-21T07:01:01.000Z')
  expect(made()).toHaveLength(1)
  mark = 'a las dos'
  await after(own, hour)
  expect(made()).toHaveLength(2)
})

test('one that fails is told, costs no older one, and is tried again', async () => {
  const own = start()
  await after(own, hour)
  let fails = true
  const failing = start({
    make: async (path) => {
      if (fails) throw new Error('el disco se fue')
      mkdirSync(path)
      return told()
    },
  })
  mark = 'después'
  await after(failing, hour)
  expect(errors).toHaveLength(1)
  expect(made()).toHaveLength(1)
  expect(failing.last()?.error).toMatch(/\S/)
  fails = false
  await after(failing, hour)
  expect(made()).toHaveLength(2)
  expect(failing.last()?.error).toBeNull()
})

test('files that had no whole bytes are known until a backup finds them whole', async () => {
  const own = start()
  faltan = 3
  await after(own, hour)
  expect(own.last()).toMatchObject({ error: null, archivos_faltan: 3 })

  // Where the next one fails, and at the next start, it is still so.
  mark = 'después'
  const failing = start({ make: () => Promise.reject(new Error('el disco se fue')) })
  await after(failing, hour)
  expect(failing.last()).toMatchObject({ error: expect.stringMatching(/\S/), archivos_faltan: 3 })
  faltan = 0
  const next = start()
  expect(next.last()?.archivos_faltan).toBe(3)
  await after(next, hour)
  expect(next.last()?.archivos_faltan).toBe(0)

  // What a program that counted none has left.
  const file = join(folder, 'ultimo.json')
  const { archivos_faltan: _, ...older } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify(older))
  expect(start().last()).toEqual({ ...older, archivos_faltan: 0 })
})

test('their folder is its owner’s alone, unless other things lie in it', async () => {
  mkdirSync(folder, { mode: 0o755 })
  writeFileSync(join(folder, 'cartas.txt'), '')
  const mode = () => statSync(folder).mode & 0o777
  const own = start()
  await after(own, hour)
  expect(mode()).toBe(0o755)
  await place.remove()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  mark = 'después'
  await after(own, hour)
  expect(mode()).toBe(0o700)
})

test('what backups and upgrades that were killed left there goes with the next one', async () => {
  const left = ['respaldo-2026-11-20T14-00-00Z.parcial-aB3xYz', 'antes-de-0.1.0.parcial-aB3xYz']
  const others = ['antes-de-0.1.0', 'notas.parcial-aB3xYz']
  for (const name of [...left, ...others]) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, left[1] ?? '', 'rutas.copy.zst'), 'a la mitad')
  await after(start(), hour)
  expect(readdirSync(folder).toSorted()).toEqual(
    [...others, 'respaldo-2026-11-20T16-00-00Z', 'ultimo.json'].toSorted(),
  )
})

test('none begins that would leave less than 1 GB free', async () => {
  const own = start({ freeBytes: () => 1024 ** 3 + 999 })
  await after(own, hour)
  expect(made()).toEqual([])
  expect(own.last()?.error).toContain('1 GB')
})

test('the 24 newest and the last of each of 14 days are kept, and what is nobody’s', () => {
  const hours = Array.from({ length: 24 * 20 }, (_, n) => backupName(new Date(moment - n * hour)))
  const others = [
    'antes-de-0.2.0',
    'ultimo.json',
    'respaldo-de-Julia',
    'respaldo-2026-01-01T00-00-00Z.parcial-x',
  ]
  const gone = expiredNames([...others, ...hours], zone)
  const kept = hours.filter((name) => !gone.includes(name))
  expect(kept.slice(0, 24)).toEqual(hours.slice(0, 24))
  // 15:00 UTC is 9 in the morning there: the last hour of each day is 05:00 UTC.
  expect(kept.slice(24)).toEqual(
    Array.from({ length: 12 }, (_, n) =>
      backupName(new Date(Date.parse('2026-11-19T05:00:00Z') - n * 24 * hour)),
    ),
  )
  expect(gone.some((name) => others.includes(name))).toBe(false)
})
