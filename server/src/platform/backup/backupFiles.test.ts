import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesIn } from '../../test/archivos.ts'
import { createBackupFolder, neverAborted } from '../../test/respaldo.ts'
import { FolderStore, hashPath } from '../store/FolderStore.ts'
import { addFiles, type ReferencedHashes } from './backupFiles.ts'
import { addSharedFiles, isVerificationTurn } from './sharedFiles.ts'

let place: Awaited<ReturnType<typeof createBackupFolder>>
let from: FolderStore
let named: ReferencedHashes
beforeEach(async () => {
  place = await createBackupFolder()
  from = new FolderStore(join(place.path, 'fotos'))
  named = new Map()
})
afterEach(() => place.remove())

async function add(bytes = randomBytes(3000)): Promise<string> {
  const received = await from.staging.receive([bytes], bytes.length, true)
  await from.put(received)
  named.set(received.sha256, { bytes: bytes.length, rows: 1 })
  return received.sha256
}

const pathIn = (folder: string, sha256: string) => join(place.path, folder, hashPath(sha256))
const shared = (sha256: string) => pathIn('copias/archivos', sha256)
async function flip(path: string) {
  const bytes = await readFile(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, bytes)
}

const hour = 3_600_000
const begin = Date.parse('2026-11-20T08:00:00Z')
const addAt = (moment: number) =>
  addSharedFiles(join(place.path, 'copias'), named, { from, signal: neverAborted, moment: new Date(moment) })

test.each([1, 5, 24, 24 * 30])(
  'isVerificationTurn: selects each file within a week, or each time, when backups are %i hours apart',
  (hours) => {
    const hashes = Array.from({ length: 500 }, () => randomBytes(32).toString('hex'))
    const count = Math.max(1, Math.floor(168 / hours))
    const at = (n: number) => new Date(begin + n * hours * hour)
    const turns = Array.from({ length: count }, (_, n) => isVerificationTurn(at(n + 1), at(n)))
    for (const sha256 of hashes) expect(turns.some((reads) => reads(sha256))).toBe(true)
  },
)

test('isVerificationTurn: selects all files when the previous moment is missing or in the future', () => {
  for (const previous of [undefined, new Date(begin + hour)]) {
    const reads = isVerificationTurn(new Date(begin), previous)
    for (let n = 0; n < 500; n++) expect(reads(randomBytes(32).toString('hex'))).toBe(true)
  }
})

test('addSharedFiles: reports an original with a flipped byte within a week and until it is whole', async () => {
  const hashes = await Promise.all(Array.from({ length: 10 }, () => add()))
  await addAt(begin)
  for (const sha256 of hashes) await flip(pathIn('fotos', sha256))
  const missing = new Set<string>()
  for (let day = 1; day <= 7; day++) {
    const added = await addAt(begin + day * 24 * hour)
    for (const sha256 of missing) expect(added.missing).toContain(sha256)
    for (const sha256 of added.missing) missing.add(sha256)
  }
  expect([...missing].toSorted()).toEqual(hashes.toSorted())
  for (const sha256 of hashes) await flip(pathIn('fotos', sha256))
  expect((await addAt(begin + 7 * 24 * hour + 60_000)).missing).toEqual([])
})

test('addSharedFiles: replaces silently damaged files in their turn', async () => {
  const hashes = await Promise.all(Array.from({ length: 30 }, () => add()))
  expect(await addAt(begin)).toMatchObject({ copied: 30, missing: [], renewed: [], damaged: [] })
  for (const sha256 of hashes) await flip(shared(sha256))
  const renewed: string[] = []
  for (let n = 1; n <= 168; n++) {
    const added = await addAt(begin + n * hour)
    expect(added.missing).toEqual([])
    renewed.push(...added.renewed)
  }
  expect(renewed.toSorted()).toEqual(hashes.toSorted())
  for (const sha256 of hashes)
    expect(await readFile(shared(sha256))).toEqual(await readFile(pathIn('fotos', sha256)))
})

test('addSharedFiles: reports and quarantines a damaged file when the source lacks it', async () => {
  const sha256 = await add()
  await addAt(begin)
  await flip(shared(sha256))
  const remains = await readFile(shared(sha256))
  await rm(pathIn('fotos', sha256))
  for (let n = 1; n <= 150; n++) expect((await addAt(begin + n * hour)).missing).toEqual([sha256])
  expect(filesIn(join(place.path, 'copias/archivos'))).toEqual([`${hashPath(sha256)}.danado`])
  expect(await readFile(`${shared(sha256)}.danado`)).toEqual(remains)
})

test('addFiles: reports an unreadable file as missing and copies the others', async () => {
  const [bad, good] = [await add(), await add()]
  await rm(pathIn('fotos', bad))
  // A directory in place of the file.
  await mkdir(pathIn('fotos', bad))
  named.set(bad, { bytes: (await from.sizeOf(bad)) ?? 0, rows: 1 })
  const to = new FolderStore(join(place.path, 'copia'))
  expect(await addFiles(named, { from, to, signal: neverAborted })).toMatchObject({ missing: [bad] })
  expect(filesIn(join(place.path, 'copia'))).toEqual([hashPath(good)])
})

test('addFiles: throws when a file can’t be written', async () => {
  const sha256 = await add()
  const to = new FolderStore(join(place.path, 'copia'))
  await to.prepare()
  const inTheWay = dirname(dirname(pathIn('copia', sha256)))
  await writeFile(inTheWay, '')
  await expect(addFiles(named, { from, to, signal: neverAborted })).rejects.toThrow(/EEXIST|ENOTDIR/)
})
