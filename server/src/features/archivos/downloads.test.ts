import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFile, aFile } from '../../test/archivos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

let office: RutaOffice
let port: number
let contenido: string
beforeAll(async () => {
  office = await openOffice()
  const app = office.server.startAnotherApp()
  app.addHook('preClose', async () => app.server.closeAllConnections())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an AddressInfo.
  port = (app.server.address() as AddressInfo).port
  const { id } = await office.create()
  // More than the socket buffers hold while the client does not read.
  const archivo = await addFile(
    office.admin,
    `/api/archivos?entidad=rutas&entidad_id=${id}`,
    aFile('jpg', 8 * 1024 ** 2),
  )
  contenido = `/api/archivos/${archivo.id}/contenido`
})
afterAll(() => office.close())

/** Sends the request and reads nothing of the response body. */
async function openDownload({ token = '' }: Client): Promise<IncomingMessage> {
  const pendingRequest = request({
    port,
    path: contenido,
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  })
  pendingRequest.on('error', () => undefined)
  pendingRequest.end()
  const [answer] = (await once(pendingRequest, 'response')) as [IncomingMessage]
  return answer.on('error', () => undefined)
}
const openDownloads = (client: Client, times: number) =>
  Promise.all(Array.from({ length: times }, () => openDownload(client)))
const statusOf = async (client: Client) => {
  const answer = await openDownload(client)
  answer.destroy()
  return answer.statusCode
}

test('downloads of a session: returns 429 at the 41st, while other sessions are served', async () => {
  const other = await office.server.as()
  const unread = await openDownloads(office.admin, 40)
  expect(unread.map(({ statusCode }) => statusCode)).toEqual(unread.map(() => 200))
  const more = await openDownload(office.admin)
  expect(more.statusCode).toBe(503)
  expect(Number(more.headers['retry-after'])).toBeGreaterThan(0)
  const [body] = await more.toArray()
  expect(JSON.parse(String(body)).error).toEqual({ code: 'NO_DISPONIBLE' })
  expect(await statusOf(other)).toBe(200)
  expect((await office.admin.get(contenido.replace('/contenido', ''))).status).toBe(200)

  // Aborted and completed downloads both free a place.
  unread[0]?.destroy()
  await expect.poll(() => statusOf(office.admin)).toBe(200)
  for (const each of unread.slice(1)) each.resume()
  await Promise.all(unread.slice(1).map((each) => once(each, 'end')))
  const again = await openDownloads(office.admin, 40)
  expect(again.map(({ statusCode }) => statusCode)).toEqual(again.map(() => 200))
  for (const each of again) each.destroy()
})

test('downloads of a token: 40 at most; revoking the token ends them and allows no new one', async () => {
  const revokedUser = await office.server.as()
  const burst = await openDownloads(revokedUser, 60)
  const statuses = burst.map(({ statusCode }) => statusCode)
  expect([200, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([40, 20])
  expect((await revokedUser.post('/api/auth/logout')).status).toBe(200)
  await expect.poll(() => statusOf(revokedUser)).toBe(401)
  for (const each of burst) each.destroy()
})

test('rejected downloads: take no place', async () => {
  for (let i = 0; i < 50; i++) {
    const { status } = await office.admin.get('/api/archivos/999999/contenido')
    expect(status).toBe(404)
  }
  await expect.poll(() => statusOf(office.admin)).toBe(200)
})
