import { expect } from '@playwright/test'
import { type Fault, loseFirstResponses } from './faultProxy.ts'
import { logInOnPhone, offlineTest as test } from './phone.ts'
import {
  addPhoto,
  aTrip,
  cardOf,
  fetchFiles,
  fetchHistorial,
  type Office,
  openTripOffline,
  phoneOptions,
  saveEstado,
  waitUntilSynced,
} from './piloto.ts'
import { bearer } from './support.ts'

// Work without signal: the page opens, and changes made there reach the office once (docs/decisions/0017-queue.md).

test.use({ anonymous: true, ...phoneOptions })

const rutaNow = async ({ request, login }: Office, id: number) => {
  const answer = await request.get(`/api/rutas/${id}`, { headers: bearer(login) })
  return ((await answer.json()) as { data: { estado: string; version: number } }).data
}

for (const [how, rule] of [
  ['the line comes back', (): Fault => 'pass'],
  ['the first answer of every call is lost', loseFirstResponses()],
] as const)
  test(`three states and two photos without signal: survive the browser and arrive once: ${how}`, async ({
    phone,
    request,
    login,
  }) => {
    const { office, who, id, number, version } = await aTrip({ request, login })
    await logInOnPhone(phone, who)
    phone.line.setRule('cut')
    const page = await phone.open('/')
    await expect(cardOf(page, number)).toContainText('Pendiente')
    await expect(page.getByText(/^Sin señal · Lo que ves es de las/)).toBeVisible()
    await saveEstado(page, number, 'En curso', 'Saliendo')
    await saveEstado(page, number, 'Incidente', 'Llanta')
    await saveEstado(page, number, 'En curso')
    await addPhoto(page, number, 'una.png')
    await addPhoto(page, number, 'otra.png')
    await expect(page.getByText('Sin señal · 3 cambios y 2 fotos por enviar')).toBeVisible()
    await expect(cardOf(page, number)).toContainText('Guardado en este teléfono')
    await expect(cardOf(page, number)).toContainText('2 fotos por enviar')
    await phone.kill()

    phone.line.setRule(rule)
    const again = await phone.open('/')
    await expect(again.getByText(/^Actualizado a las/)).toBeVisible()
    await expect(cardOf(again, number)).not.toContainText('por enviar')
    expect(await fetchHistorial(office, id)).toMatchObject([
      { estado_nuevo: 'En curso', comentario: null },
      { estado_nuevo: 'Incidente', comentario: 'Llanta' },
      { estado_nuevo: 'En curso', comentario: 'Saliendo' },
      { estado_nuevo: 'Pendiente' },
    ])
    for (const row of (await fetchHistorial(office, id)).slice(0, 3))
      expect(row).toMatchObject({
        hora_dispositivo: expect.any(String),
        hecho_en: expect.any(String),
        dudosa: false,
      })
    expect(await rutaNow(office, id)).toMatchObject({ estado: 'En curso', version: version + 3 })
    expect((await fetchFiles(office, id)).map(({ nombre }) => nombre).sort()).toEqual(['otra.png', 'una.png'])
  })

test('attempts: time out after 20 s, for a photo after 120 s, and repeat each 60 s', async ({
  page,
  request,
  login,
}) => {
  const { number } = await openTripOffline(page, { request, login })
  const start = Date.now() + 60_000
  await page.clock.install({ time: start - 1000 })
  await page.clock.pauseAt(start)
  // The fake clock of this test runs from here.
  await page.reload()
  await expect(cardOf(page, number)).toBeVisible()
  const attempts: string[] = []
  const writes: string[] = []
  const nameOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''
  let answers = false
  // No other sign of the connection reaches the page.
  await page.route('**/api/salud', (route) => route.abort())
  await page.route(/\/api\/piloto\/ruta\//, (route) => {
    if (route.request().method() === 'GET') return route.continue()
    attempts.push(nameOf(route.request().url()))
    return answers ? route.continue() : undefined
  })
  page.on('requestfailed', (each) => {
    if (each.method() !== 'GET') writes.push(nameOf(each.url()))
  })
  const line = page.getByRole('contentinfo')

  await saveEstado(page, number, 'En curso')
  await expect.poll(() => attempts).toEqual(['estado'])
  await page.clock.runFor(19_000)
  await expect(line).toContainText('Enviando…')
  expect(writes).toEqual([])
  await page.clock.runFor(2000)
  await expect(line).toContainText('Sin señal · 1 cambio por enviar')
  expect(writes).toEqual(['estado'])
  await page.clock.runFor(38_000)
  await expect(line).toContainText('Sin señal · 1 cambio por enviar')
  expect(attempts).toEqual(['estado'])
  answers = true
  await waitUntilSynced(page, ['estado'], () => page.clock.runFor(2000))

  answers = false
  await addPhoto(page, number, 'una.png')
  await expect.poll(() => attempts).toEqual(['estado', 'estado', 'archivos'])
  await page.clock.runFor(119_000)
  await expect(line).toContainText('Enviando…')
  expect(writes).toEqual(['estado'])
  await page.clock.runFor(2000)
  await expect.poll(() => writes).toEqual(['estado', 'archivos'])
  answers = true
  await waitUntilSynced(page, ['archivos'], () => page.clock.runFor(60_000))
})
