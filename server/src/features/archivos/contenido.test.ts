import { appendFile, mkdir, readdir, readlink, rm, truncate } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPath } from '../../platform/store/FolderStore.ts'
import { addFile, aFile, statusAndMessage } from '../../test/archivos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'

let office: RutaOffice
let port: number
beforeAll(async () => {
  office = await openOffice()
  const app = office.server.startAnotherApp()
  app.addHook('preClose', async () => app.server.closeAllConnections())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an AddressInfo.
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => office.close())

const missingOnDisk = [404, 'El archivo ya no está en el disco.']

async function createStoredFile(length = 200_000) {
  const { id } = await office.create()
  const archivo = await addFile(
    office.admin,
    `/api/archivos?entidad=rutas&entidad_id=${id}`,
    aFile('jpg', length),
  )
  return {
    path: join(office.server.archivosDir, hashPath(archivo.sha256)),
    record: () => office.admin.get(`/api/archivos/${archivo.id}`),
    contenido: `/api/archivos/${archivo.id}/contenido`,
  }
}

/** Uses a keep-alive connection, on which a wrong Content-Length would leave the client waiting. */
const fetchContent = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${office.admin.token}` },
  })
  return [answer.status, ((await answer.json()) as { message: string }).message]
}

test.each<[string, (path: string) => Promise<void>]>([
  ['missing', (path) => rm(path)],
  ['cut', (path) => truncate(path, 100_000)],
  ['empty', (path) => truncate(path, 0)],
  ['longer than it was', (path) => appendFile(path, 'x')],
])('GET contenido of bytes that are %s: returns 404 at once; the other calls work', async (_what, harm) => {
  const { path, record, contenido } = await createStoredFile()
  await harm(path)
  expect(await fetchContent(contenido)).toEqual(missingOnDisk)
  expect(statusAndMessage(await office.admin.get(contenido))).toEqual(missingOnDisk)
  expect((await record()).status).toBe(200)
})

test("GET contenido: stays below Node's limit of close listeners", async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  const { contenido } = await createStoredFile()
  const headers = { authorization: `Bearer ${office.admin.token}` }
  const answer = await fetch(`http://127.0.0.1:${port}${contenido}`, { headers })
  expect((await answer.arrayBuffer()).byteLength).toBe(200_000)
  process.off('warning', onWarning)
  expect(warnings.map(({ message }) => message)).toEqual([])
})

test('GET contenido of a folder in place of the bytes: returns 404', async () => {
  const { path, contenido } = await createStoredFile()
  await rm(path)
  await mkdir(path)
  expect(await fetchContent(contenido)).toEqual(missingOnDisk)
})

const openFiles = async () => {
  const fds = await readdir('/proc/self/fd')
  const targets = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(office.server.archivosDir))
}

test('download of a file that is truncated meanwhile: aborts and leaves no file open', async () => {
  const { path, contenido } = await createStoredFile(8 * 1024 ** 2)
  const pendingRequest = request({
    port,
    path: contenido,
    headers: { authorization: `Bearer ${office.admin.token}` },
  })
  const outcome = new Promise<string>((resolve) => {
    pendingRequest.on('response', (response) => {
      response.once('readable', () => {
        void truncate(path, 1000).then(() => {
          response.on('data', () => undefined)
          response.on('end', () => resolve('whole'))
          response.on('error', () => resolve('broken off'))
        })
      })
    })
  })
  pendingRequest.end()
  expect(await outcome).toBe('broken off')
  await expect.poll(openFiles).toEqual([])
})
