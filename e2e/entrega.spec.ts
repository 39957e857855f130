import { expect } from '@playwright/test'
import {
  cardOf,
  fetchFiles,
  fetchHistorial,
  type Office,
  openEstadoDialog,
  openMore,
  openTripOffline,
  phoneOptions,
  resumeDraft,
  sign,
  tinyPng,
  waitUntilSynced,
} from './piloto.ts'
import { bearer, test } from './support.ts'

// The next step, the delivery and its proofs on the phone (docs/contract/road.md).

test.use({ anonymous: true, ...phoneOptions })

const expedienteOf = async ({ request, login }: Office, id: number) => {
  const answer = await request.get(`/api/rutas/${id}/expediente`, { headers: bearer(login) })
  const { data } = (await answer.json()) as {
    data: {
      entrega: object
      tiempos: object
      falta: string[]
      incidentes: object[]
      linea: { clase: string; texto: string }[]
    }
  }
  return data
}

test('trip: goes from the first step to a signed delivery that is queued without signal', async ({
  page,
  request,
  login,
}) => {
  const reglas = { exige_firma: true, instrucciones: 'Preguntar por don Byron.' }
  const { office, who, id, number } = await openTripOffline(page, { request, login }, { reglas })
  const step = (label: string) => page.getByRole('button', { name: `${label}: ruta ${number}` })
  await waitUntilSynced(page, ['tiempos'], () => step('Llegué a cargar').tap())
  await waitUntilSynced(page, ['tiempos', 'estado'], () => step('Salí cargado').tap())
  await expect(page.getByRole('region', { name: 'Ahora' })).toContainText('En curso')
  await waitUntilSynced(page, ['tiempos'], () => step('Llegué a descargar').tap())
  await page.context().setOffline(true)
  await step('Terminé').tap()
  const dialog = page.getByRole('dialog', { name: `Entrega · Ruta ${number}` })
  await expect(dialog).toContainText('Preguntar por don Byron.')
  await dialog.getByLabel('Recibió').fill('Óscar Ñ')
  await dialog.getByRole('button', { name: 'Entregar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('Toma la firma o escribe el motivo.')
  // A signature makes the reason unnecessary.
  await dialog.getByLabel('Motivo').fill('No quiso firmar')
  await sign(page)
  await expect(dialog.getByLabel('Motivo')).toBeHidden()
  await dialog.getByRole('button', { name: 'Entregar' }).tap()
  await expect(page.getByText('Sin señal · 3 cambios y 1 foto por enviar')).toBeVisible()
  await waitUntilSynced(page, ['tiempos', 'estado', 'entrega', 'archivos'], () =>
    page.context().setOffline(false),
  )
  await expect(page.getByText('por enviar')).toHaveCount(0)
  expect((await fetchHistorial(office, id)).map(({ estado_nuevo }) => estado_nuevo)).toEqual([
    'Entregado',
    'En curso',
    'Pendiente',
  ])
  const { entrega, tiempos, falta, linea } = await expedienteOf(office, id)
  expect(entrega).toMatchObject({ recibio: 'Óscar Ñ', sin_evidencia_motivo: null, usuario: who.username })
  expect(tiempos).toMatchObject({
    llegada_carga: expect.any(String),
    salida_carga: expect.any(String),
    llegada_descarga: expect.any(String),
    salida_descarga: expect.any(String),
  })
  expect(falta).toEqual([])
  expect(linea.filter(({ clase }) => clase === 'archivo').map(({ texto }) => texto)).toEqual(['Firma'])
})

test('incident: has a cause and place; Entregado without the required proofs opens the delivery', async ({
  page,
  request,
  login,
}) => {
  const opening = { ruta: { estado: 'En curso' }, reglas: { exige_foto: true } }
  const { office, id, number } = await openTripOffline(page, { request, login }, opening)
  const dialog = await openEstadoDialog(page, number, 'Incidente', 'Derrumbe')
  await dialog.getByLabel('Causa').selectOption('Bloqueo')
  await dialog.getByLabel('Lugar').fill('km 84')
  await waitUntilSynced(page, ['estado'], () => dialog.getByRole('button', { name: 'Guardar' }).tap())
  await expect(cardOf(page, number)).toContainText('Incidente: Bloqueo')
  const on = page.getByRole('button', { name: `Seguir viaje: ruta ${number}` })
  await waitUntilSynced(page, ['estado'], () => on.tap())
  expect((await expedienteOf(office, id)).incidentes).toMatchObject([
    { causa: 'Bloqueo', lugar: 'km 84', nota: 'Derrumbe', hasta: expect.any(String) },
  ])
  await (await openEstadoDialog(page, number, 'Entregado', 'En bodega'))
    .getByRole('button', { name: 'Guardar' })
    .tap()
  const delivery = page.getByRole('dialog', { name: `Entrega · Ruta ${number}` })
  await expect(delivery.getByLabel('Nota')).toHaveValue('En bodega')
  await delivery.getByRole('button', { name: 'Entregar' }).tap()
  await expect(delivery.getByRole('alert')).toContainText('Toma una foto o escribe el motivo.')
  await delivery.getByLabel('Motivo').fill('No dejan tomar fotos')
  await waitUntilSynced(page, ['tiempos', 'estado', 'entrega'], () =>
    delivery.getByRole('button', { name: 'Entregar' }).tap(),
  )
  expect((await expedienteOf(office, id)).entrega).toMatchObject({
    nota: 'En bodega',
    sin_evidencia_motivo: 'No dejan tomar fotos',
  })
})

test('skipped time: is set to now and undone', async ({ page, request, login }) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  const dialog = await openMore(page, number, 'Horas')
  await waitUntilSynced(page, ['tiempos'], async () => {
    await dialog.getByRole('button', { name: 'Salí cargado: ahora' }).tap()
    await expect(dialog.getByRole('button', { name: 'Salí cargado: ahora' })).toBeHidden()
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
  })
  await waitUntilSynced(page, ['tiempos'], () => page.getByRole('button', { name: 'Deshacer' }).tap())
  expect((await expedienteOf(office, id)).tiempos).toMatchObject({ salida_carga: null })
  await expect(cardOf(page, number)).toContainText('Llegué a cargar')
})

test('double tap: takes one step', async ({ page, request, login }) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const step = (label: string) => page.getByRole('button', { name: `${label}: ruta ${number}` })
  await waitUntilSynced(page, ['tiempos'], () => step('Llegué a cargar').dblclick())
  const next = step('Salí cargado')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await next.tap({ force: true })
  await page.clock.runFor(1000)
  await expect(next).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText(/Enviando|por enviar/)).toHaveCount(0)
  expect((await expedienteOf(office, id)).tiempos).toMatchObject({ salida_carga: null, version: 1 })
})

test('page closed by the phone: keeps typed text, signature and photos; a photo can be removed and a PDF is rejected', async ({
  page,
  request,
  login,
}) => {
  const opening = { ruta: { estado: 'En curso' }, reglas: { exige_foto: true, exige_firma: true } }
  const { office, id, number } = await openTripOffline(page, { request, login }, opening)
  // The browser's own dialog before the page unloads.
  page.on('dialog', (question) => question.accept())
  const add = (file: ReturnType<typeof tinyPng>) =>
    page.locator('input[type=file][multiple]').setInputFiles(file)
  const dialog = page.getByRole('dialog')
  await openEstadoDialog(page, number, 'Entregado', 'En bodega')
  await add(tinyPng('una.png'))
  await expect(dialog).toContainText('Fotos (1)')
  await add(tinyPng('otra.png'))
  await expect(dialog).toContainText('Fotos (2)')
  await page.reload()
  await resumeDraft(page, number, 'Cambiar Estado')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('En bodega')
  await expect(dialog).toContainText('Fotos (2)')
  await dialog.getByRole('button', { name: 'Quitar una.png' }).tap()
  await expect(dialog).toContainText('Fotos (1)')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()

  await expect(dialog.getByLabel('Nota')).toHaveValue('En bodega')
  await dialog.getByRole('button', { name: 'Quitar otra.png' }).tap()
  await expect(dialog).not.toContainText('otra.png')
  await add({ name: 'vale.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') })
  await expect(dialog).toContainText('vale.pdf')
  await dialog.getByLabel('Recibió').fill('Óscar Ñ')
  await sign(page)
  await dialog.getByRole('button', { name: 'Entregar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('Toma una foto o escribe el motivo.')
  await page.reload()
  await resumeDraft(page, number, 'Entrega')
  await expect(dialog.getByLabel('Recibió')).toHaveValue('Óscar Ñ')
  await expect(dialog).toContainText('vale.pdf')
  await add(tinyPng('buena.png'))
  await expect(dialog).toContainText('Fotos (2)')
  await expect(dialog.getByLabel('Motivo')).toBeHidden()
  await waitUntilSynced(page, ['tiempos', 'estado', 'entrega', 'archivos', 'archivos', 'archivos'], () =>
    dialog.getByRole('button', { name: 'Entregar' }).tap(),
  )
  const files = (await fetchFiles(office, id)).map(({ nombre, clase }) => `${clase} ${nombre}`)
  expect(files.sort()).toEqual(['documento vale.pdf', 'firma firma.png', 'foto buena.png'])
  expect((await expedienteOf(office, id)).falta).toEqual([])
})

test('photo beside the state: is sent with it, moves to the delivery, or is sent alone', async ({
  page,
  request,
  login,
}) => {
  const opening = { ruta: { estado: 'En curso' }, reglas: { exige_foto: true } }
  const { office, id, number } = await openTripOffline(page, { request, login }, opening)
  const take = (name: string) => page.locator('input[type=file][capture]').setInputFiles(tinyPng(name))
  const save = () => page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).tap()
  const names = async () => (await fetchFiles(office, id)).map(({ nombre }) => nombre)

  const dialog = await openEstadoDialog(page, number, 'Entregado')
  await expect(dialog.getByRole('button', { name: 'Tomar foto' })).toBeVisible()
  await take('firmado.png')
  await expect(dialog).toContainText('Fotos (1)')
  await save()
  const delivery = page.getByRole('dialog', { name: `Entrega · Ruta ${number}` })
  await expect(delivery).toContainText('Fotos (1)')
  await waitUntilSynced(page, ['tiempos', 'estado', 'entrega', 'archivos'], () =>
    delivery.getByRole('button', { name: 'Entregar' }).tap(),
  )
  expect(await names()).toEqual(['firmado.png'])

  await page.getByText('Entregadas de los últimos 7 días').tap()
  await openEstadoDialog(page, number, 'Incidente')
  await take('golpe.png')
  await waitUntilSynced(page, ['estado', 'archivos'], save)
  expect(await names()).toEqual(['golpe.png', 'firmado.png'])
  expect(await fetchHistorial(office, id)).toHaveLength(3)

  await page.getByRole('button', { name: `Cambiar Estado de la ruta ${number}` }).tap()
  await save()
  await expect(page.getByRole('alert')).toContainText('Elige otro estado o escribe un comentario.')
  await take('otra.png')
  await waitUntilSynced(page, ['archivos'], save)
  expect(await names()).toEqual(['otra.png', 'golpe.png', 'firmado.png'])
  expect(await fetchHistorial(office, id)).toHaveLength(3)
})
