import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aFile, sendFile } from '../../test/archivos.ts'
import { aPersona } from '../../test/factories.ts'
import { listenForSlowReaders } from '../../test/pausedReader.ts'
import { fillRutas } from '../../test/rutas.ts'
import { mountSmallDisk, unmountDisk } from '../../test/smallDisk.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { readEnv } from '../env.ts'

// A disk of 1 MB without a free byte, mounted by root.

const noSpaceAnswer = {
  success: false,
  message: 'No hay espacio en el disco del servidor. Avisa a quien lo administra.',
  error: { code: 'NO_DISPONIBLE' },
}

let server: TestApp
let admin: Client
let folder: string
let disk: string | undefined
beforeEach(async ({ skip }) => {
  server = await testApp()
  admin = await server.as()
  folder = await mkdtemp(join(tmpdir(), 'flota-lleno-'))
  disk = await mountSmallDisk(join(folder, 'disco'), '1m')
  if (disk === undefined) return skip('no disk can be mounted here')
  await fill(disk)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  unmountDisk(disk)
  await rm(folder, { recursive: true, force: true })
})

/** Writes a file until the disk has no free byte. */
const fill = (path: string) =>
  writeFile(join(path, 'otro'), Buffer.alloc(2 * 1024 ** 2)).then(
    () => Promise.reject(new Error('2 MB fit on a disk of 1 MB')),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error
    },
  )
const makeRoom = () => rm(join(disk ?? '', 'otro'))

test('upload into a full ARCHIVOS_DIR: returns 503 with its sentence, and works once there is space', async () => {
  const { id } = (await admin.post('/api/clientes', aPersona())).body.data
  const env = readEnv({ ARCHIVOS_DIR: disk })
  // Uploads are rejected before the disk is full. Here it fills after that check.
  const app = server.startAnotherApp({ env, freeBytes: async () => Number.POSITIVE_INFINITY })
  const upload = () =>
    sendFile(server.clientOf(app, admin.token), `/api/archivos?entidad=clientes&entidad_id=${id}`, aFile())
  const refused = await upload()
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([503, '1', noSpaceAnswer])
  await makeRoom()
  expect((await upload()).status).toBe(201)
  expect((await admin.get(`/api/archivos?entidad=clientes&entidad_id=${id}`)).body.data).toHaveLength(1)
})

test('export with a full temporary folder: returns 503 with its sentence, and works once there is space', async () => {
  await fillRutas(server.db, { rutas: 2000, clientes: 3, camiones: 2, choferes: 2, ayudantes: 1 })
  const readers = await listenForSlowReaders(server.startAnotherApp())
  vi.stubEnv('TMPDIR', disk)
  const read = async () => {
    const answer = await readers.open('/api/rutas/exportar', admin.token).response
    return { status: answer.statusCode, body: await text(answer) }
  }
  const refused = await read()
  expect([refused.status, JSON.parse(refused.body)]).toEqual([503, noSpaceAnswer])
  await makeRoom()
  expect((await read()).status).toBe(200)
  await readers.remove()
})
