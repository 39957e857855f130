import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DiskReading } from '../../platform/limits/freeDiskSpace.ts'
import { type MailOffice, openMailOffice } from '../../test/correo.ts'
import type { Client } from '../../test/testApp.ts'
import { recordDisks } from './recordDisks.ts'

// The notice and the mail 'Queda poco disco' (docs/contract/notices.md), from simulated readings of the disks.

let office: MailOffice
let admin: Client
beforeEach(async () => {
  office = await openMailOffice({ env: { URL_PUBLICA: 'https://flota.empresa.gt' } })
  admin = await office.server.as()
  await admin.put('/api/auth/correo', { correo: 'jefa@empresa.gt' })
})
afterEach(() => office.close())

const GB = 1_000_000_000
const folder = '/var/lib/flota/data'
const zone = { TZ_EMPRESA: 'America/Guatemala' }

/** Records readings of this day of November, at noon in the company's zone. */
async function record(
  day: number,
  free: number,
  changes: Partial<DiskReading> = {},
  ...others: DiskReading[]
) {
  const moment = `2026-11-${String(day).padStart(2, '0')}T12:00:00-06:00`
  office.setClock(moment)
  const disk = { folder, freeBytes: Math.round(free * GB), totalBytes: 40 * GB, ...changes }
  await recordDisks(office.server.db, [disk, ...others], { env: zone, now: () => new Date(moment) })
}
/** Records a reading each day from `from` to `to`, with `perDay` GB less each day. */
async function recordDays(from: number, to: number, free: number, perDay: number) {
  for (let day = from; day <= to; day++) await record(day, free - (day - from) * perDay)
}
const photos = (free: number) => ({ folder: '/mnt/fotos', freeBytes: free * GB, totalBytes: 20 * GB })
const notices = async (client: Client = admin) => (await client.get('/api/avisos?clase=disco')).body.data
const texts = async () => (await notices()).map(({ texto }: { texto: string }) => texto)
const subjects = () => office.mail.received.map(({ subject }) => subject)

test('disk that fills: tells administradores the free space and the days that it lasts', async () => {
  // 0.15 GB a day.
  await recordDays(10, 17, 4.15, 0.15)
  expect(await notices()).toEqual([
    {
      id: expect.stringMatching(/^disco-\d+$/),
      clase: 'disco',
      gravedad: 'aviso',
      texto: 'Queda poco disco: 3.1 GB, unos 20 días',
      entidad: null,
      entidad_id: null,
      href: null,
      fecha: '2026-11-13',
      dias: -4,
    },
  ])
  expect((await admin.get('/api/avisos/resumen')).body.data.disco).toBe(1)
  const clerk = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos', 'editar_rutas'] })
  expect([await notices(clerk), (await clerk.get('/api/avisos/resumen')).body.data.disco]).toEqual([
    [],
    undefined,
  ])
})

test('forecast: uses the growth of the last 7 days, of at least 3', async () => {
  await recordDays(1, 3, 39, 4)
  expect(await texts()).toEqual([])
  // 39 GB three days before.
  await record(4, 30)
  expect(await texts()).toEqual(['Queda poco disco: 30 GB, unos 10 días'])
  await record(8, 30)
  expect(await texts()).toEqual(['Queda poco disco: 30 GB, unos 23 días'])
  // 35 GB seven days before: 42 days.
  await record(9, 30)
  expect(await texts()).toEqual([])
})

test('forecast: none from the disk before it got another size, and none when space was freed', async () => {
  await recordDays(1, 5, 20, 1)
  expect(await texts()).toEqual(['Queda poco disco: 16 GB, unos 16 días'])
  await record(6, 10, { totalBytes: 30 * GB })
  expect(await texts()).toEqual([])
  await record(6, 16)
  expect(await texts()).toEqual(['Queda poco disco: 16 GB, unos 20 días'])
  await record(7, 22)
  expect(await texts()).toEqual([])
})

test.each([
  [1.999, ['Queda poco disco: 2 GB']],
  [0.5124, ['Queda poco disco: 512.4 MB']],
  [2, []],
])('%d GB free without growth: %o', async (free, expected) => {
  await record(20, free)
  expect(await texts()).toEqual(expected)
})

test('last days: in words', async () => {
  await recordDays(10, 13, 4, 1)
  expect(await texts()).toEqual(['Queda poco disco: 1 GB, un día'])
  await record(14, 0.2)
  expect(await texts()).toEqual(['Queda poco disco: 200 MB, menos de un día'])
})

test('several disks: the text names the folder, until the configuration names it no longer', async () => {
  await record(20, 1, {}, photos(12))
  expect(await texts()).toEqual(['Queda poco disco en /var/lib/flota/data: 1 GB'])
  await record(21, 1, {}, photos(1.5))
  expect(await texts()).toEqual([
    'Queda poco disco en /var/lib/flota/data: 1 GB',
    'Queda poco disco en /mnt/fotos: 1.5 GB',
  ])
  await record(24, 1)
  expect(await texts()).toEqual(['Queda poco disco: 1 GB'])
})

test('GET /api/avisos/resumen: answers 304 to hourly readings, and 200 when a shortage begins and ends', async () => {
  await record(20, 5)
  const poll = async (etag: unknown) => {
    const headers = { 'if-none-match': String(etag) }
    const answer = await admin.send({ method: 'GET', url: '/api/avisos/resumen', headers })
    return { status: answer.status, etag: answer.headers.etag ?? etag, disco: answer.body?.data?.disco }
  }
  let last = await poll('')
  const after = async (free: number) => {
    await record(20, free)
    last = await poll(last.etag)
    return [last.status, last.disco]
  }
  expect([await after(4.9), await after(1), await after(0.9), await after(5)]).toEqual([
    [304, undefined],
    [200, 1],
    [304, undefined],
    [200, 0],
  ])
})

test('postponed: hidden until that day, as long as the same shortage lasts', async () => {
  await record(22, 1)
  const [{ id }] = await notices()
  const body = { hasta: '2026-11-25', motivo: 'Ya se pidió otro disco' }
  const clerk = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  expect((await clerk.post(`/api/avisos/${id}/posponer`, body)).status).toBe(403)
  expect((await admin.post(`/api/avisos/${id}/posponer`, body)).status).toBe(200)
  await record(23, 0.9)
  expect(await texts()).toEqual([])
  await record(24, 10)
  await record(24, 1)
  expect(await texts()).toEqual(['Queda poco disco: 1 GB'])
  expect((await admin.post('/api/avisos/disco-99/posponer', body)).status).toBe(404)
})

test('mail: sent once for each shortage, by whichever program', async () => {
  const clerk = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  await clerk.put('/api/auth/correo', { correo: 'ana@empresa.gt' })
  await recordDays(3, 9, 5, 0.01)
  await office.runMailRound()
  expect(subjects()).toEqual([])
  await recordDays(10, 17, 4.15, 0.15)
  await Promise.all([office.runMailRound(), office.runMailRound(), office.runMailRound()])
  expect(office.mail.received).toMatchObject([
    { to: ['jefa@empresa.gt'], subject: 'Queda poco disco: 3.1 GB, unos 20 días · Transportes' },
  ])
  expect(office.mail.received[0]?.text).toContain(
    'En el disco de /var/lib/flota/data quedan 3.1 GB. Al paso de los últimos 7 días alcanza para unos 20 días.',
  )
  for (const [day, free] of [
    [17, 3.0],
    [18, 1.9],
    // Above the limit, but not clearly.
    [19, 2.5],
    [20, 1.5],
  ] as const) {
    await record(day, free)
    await office.runMailRound()
  }
  expect(subjects()).toHaveLength(1)
  await record(21, 20)
  await office.runMailRound()
  await record(22, 1.2)
  await office.runMailRound()
  await office.runMailRound()
  expect(subjects()).toEqual([
    'Queda poco disco: 3.1 GB, unos 20 días · Transportes',
    'Queda poco disco: 1.2 GB, unos 3 días · Transportes',
  ])
})

test('mail that failed for good: tried again the next day', async () => {
  await record(18, 1)
  office.mail.rejectNext('550 No existe')
  await office.runMailRound()
  await office.runMailRound()
  expect([office.mail.offeredCount(), subjects()]).toEqual([1, []])
  for (const day of [19, 20]) {
    await record(day, 0.9)
    await office.runMailRound()
  }
  expect(subjects()).toEqual(['Queda poco disco: 900 MB · Transportes'])
})
