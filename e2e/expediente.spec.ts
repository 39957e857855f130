import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aTrip } from './piloto.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { bearer, logIn, test } from './support.ts'

test("timeline: lists a trip's events in order, and the office corrects delivery, hours and incidents", async ({
  page,
  request,
  login,
}) => {
  const headers = bearer(login)
  const crew = await aCrew(request, login)
  const reglas = { exige_firma: true, horas_libres: 2, tarifa_demora: 150, version: 0 }
  await request.put(`/api/clientes/${crew.cliente.id}/reglas`, { headers, data: reglas })
  const { id } = await aRuta(request, login, crew, {
    fecha: '2026-11-20',
    hora: '08:00',
    estado: 'Entregado',
  })
  await page.goto(`/mostrar-ruta/${id}`)
  const linea = page.getByRole('tabpanel', { name: 'Línea de tiempo' })
  await expect(linea).toContainText('Creada: Entregado')
  await expect(linea).toContainText('Falta la firma.')

  await linea.getByRole('button', { name: 'Horas' }).click()
  await page.getByLabel('Llegó a cargar').fill('10')
  await page.getByLabel('Salió cargado').fill('4:30 pm')
  await page.getByLabel('Llegó a descargar').fill('mañana tal vez')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByLabel('Llegó a descargar')).toBeFocused()
  await page.getByLabel('Llegó a descargar').fill('21/11 6:15')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Tiempos guardados exitosamente')
  await page.keyboard.press('Enter')
  await expect(linea).toContainText('6 h 30 min, 4.5 horas por cobrar, Q675.00')
  await expect(linea.getByRole('listitem').filter({ hasText: 'Llegó a descargar' })).toContainText(
    '21/11/2026 06:15',
  )

  await linea.getByRole('button', { name: 'Entrega', exact: true }).click()
  await page.getByLabel('Recibió').fill("Ana D'León")
  await page.getByLabel('Motivo si no hay evidencia').fill('El cliente no quiso firmar')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Entrega guardada exitosamente')
  await page.keyboard.press('Enter')
  await expect(linea).toContainText("Recibió: Ana D'León")
  await expect(linea).not.toContainText('Falta la firma.')

  await linea.getByRole('button', { name: 'Nuevo incidente' }).click()
  await page.getByLabel('Causa').selectOption('Mecánico')
  await page.getByLabel('Lugar').fill('El Rancho')
  await page.getByLabel('Desde').fill('12:00')
  await page.getByLabel('Hasta').fill('11:00')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByLabel('Hasta')).toBeFocused()
  await page.getByLabel('Hasta').fill('12:45')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Incidente creado exitosamente')
  await page.keyboard.press('Enter')
  await expect(linea).toContainText('Fin del incidente: Mecánico')
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)

  // Another user saves first: the form shows those values and keeps the typed ones.
  await linea.getByRole('button', { name: 'Entrega', exact: true }).click()
  await page.getByLabel('Documento').fill('DPI 2456')
  const data = { recibio: 'Otra persona', version: 1 }
  expect((await request.put(`/api/rutas/${id}/entrega`, { headers, data })).status()).toBe(200)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('region', { name: 'Cambios de otro usuario' })).toContainText('Otra persona')
  await expect(page.getByLabel('Documento')).toHaveValue('DPI 2456')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sí' }).click()

  await linea.getByRole('button', { name: 'Eliminar incidente: Mecánico' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Incidente eliminado con éxito')
  await page.keyboard.press('Enter')
  await expect(linea).not.toContainText('Mecánico')
  expect((await readRuta(request, login, id)).version).toBe(1)
})

test('delivery note: is shared as a PDF, or saved when the browser cannot share files', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  await page.goto(`/mostrar-ruta/${id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Compartir entrega' }).click()
  expect((await saved).suggestedFilename()).toBe(`entrega_${id}.pdf`)
})

test("client: gets a message with the recipient's name when the trip is delivered", async ({
  page,
  request,
  login,
}) => {
  const { id } = await aRuta(request, login, await aCrew(request, login), { estado: 'Entregado' })
  const data = { recibio: 'Óscar Ñ', version: 0 }
  const put = await request.put(`/api/rutas/${id}/entrega`, { headers: bearer(login), data })
  expect(put.status()).toBe(200)
  await page.goto(`/mostrar-ruta/${id}`)
  const link = page.getByRole('link', { name: 'WhatsApp al cliente' })
  await expect(link).toHaveAttribute('href', new RegExp(encodeURIComponent('Su carga fue entregada.')))
  await expect(link).toHaveAttribute('href', new RegExp(`${encodeURIComponent('· Recibió Óscar Ñ')}$`))
})

test('a six-hour wait at the port: its cause is found in three clicks', async ({ page, request, login }) => {
  const reglas = { horas_libres: 2, tarifa_demora: 150 }
  const { who, id, number, body } = await aTrip({ request, login }, { reglas })
  const headers = bearer(await logIn(request, who))
  const now = Date.now()
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  const put = async (what: string, data: object) =>
    expect((await request.put(`/api/piloto/ruta/${id}/${what}`, { headers, data })).status()).toBe(200)
  const incidente = { nuevoEstado: 'Incidente', causa: 'Aduana o puerto', lugar: 'Puerto Quetzal' }
  const comentario = 'Contenedor en rayos X'
  await put('estado', { ...incidente, comentario, hora_dispositivo: ago(32), desfase_s: 60 })
  // A phone whose clock is three hours fast and which reports that offset.
  await put('estado', { nuevoEstado: 'En curso', hora_dispositivo: ago(-180), desfase_s: 10_800 })
  const hours = { llegada_carga: ago(391), salida_carga: ago(1) }
  const tiempos = await request.put(`/api/rutas/${id}/tiempos`, { headers: bearer(login), data: hours })
  expect(tiempos.status()).toBe(200)

  await page.goto(`/rutas?buscar=${body.no_ruta}`)
  await page.getByRole('link', { name: number }).click()
  const linea = page.getByRole('tabpanel', { name: 'Línea de tiempo' })
  await expect(linea).toContainText('6 h 30 min, 4.5 horas por cobrar, Q675.00')
  const point = (text: string | RegExp) => linea.getByRole('listitem').filter({ hasText: text })
  await expect(point('Pendiente → Incidente')).toContainText(
    /Contenedor en rayos X.*hecho .*\d\d:\d\d · recibido .*\d\d:\d\d · hora del teléfono dudosa/s,
  )
  await expect(point('Creada: Pendiente')).not.toContainText('dudosa')
  await expect(point(/^Incidente: Aduana o puerto/)).toContainText('Puerto Quetzal · Contenedor en rayos X')
  await expect(point('Fin del incidente: Aduana o puerto')).toBeVisible()
  await expect(point('Incidente → En curso')).toContainText('hora del teléfono dudosa')
})

test('timeline: is the first tab, with photos and signature as thumbnails that open the viewer', async ({
  page,
  request,
  login,
}) => {
  const headers = { ...bearer(login), 'Content-Type': 'application/octet-stream' }
  const { id } = await aRuta(request, login, await aCrew(request, login))
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const names = ["bodega d'Ana <b>.png", 'firma de quien recibió.png']
  for (const [index, nombre] of names.entries()) {
    const clase = index === 0 ? 'foto' : 'firma'
    const query = new URLSearchParams({ entidad: 'rutas', entidad_id: String(id), clase, nombre })
    expect((await request.post(`/api/archivos?${query}`, { headers, data: dot })).status()).toBe(201)
  }
  await page.goto(`/mostrar-ruta/${id}`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Línea de tiempo')
  await expect(page.getByText('Historial de estados')).toHaveCount(0)
  const linea = page.getByRole('tabpanel', { name: 'Línea de tiempo' })
  const thumbnails = linea.getByRole('button', { name: /en grande$/ })
  await expect(thumbnails).toHaveCount(2)
  await expect(linea.getByRole('listitem').filter({ hasText: 'Firma' })).toContainText(names[1]!)
  await thumbnails.first().scrollIntoViewIfNeeded()
  await expect(thumbnails.first().locator('img')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: `Ver ${names[0]} en grande` }).press('Enter')
  const viewer = page.getByRole('dialog', { name: names[0]! })
  await expect(viewer.getByRole('img', { name: names[0]! })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: names[1]! })).toBeVisible()
  await page.keyboard.press('Escape')
  // A file deleted in its own tab leaves the timeline.
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await page.getByRole('button', { name: `Eliminar ${names[0]}` }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Archivo eliminado con éxito')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Línea de tiempo' }).click()
  await expect(thumbnails).toHaveCount(1)
})

test('timeline: shows older events when a trip has more than 100', async ({ page, request, login }) => {
  const headers = bearer(login)
  const { id } = await aRuta(request, login, await aCrew(request, login), {})
  for (let i = 0; i < 51; i++)
    await request.post(`/api/rutas/${id}/incidentes`, {
      headers,
      data: { causa: 'Clima', desde: '2026-11-20T15:00:00Z', hasta: '2026-11-20T15:00:00Z' },
    })
  await page.goto(`/mostrar-ruta/${id}`)
  const linea = page.getByRole('tabpanel', { name: 'Línea de tiempo' })
  const events = linea.getByRole('list').first().getByRole('listitem')
  await expect(events).toHaveCount(100)
  await linea.getByRole('button', { name: 'Ver anteriores' }).click()
  await expect(events).toHaveCount(3)
  await expectAccessible(page)
  await linea.getByRole('button', { name: 'Ver más recientes' }).click()
  await expect(events).toHaveCount(100)
})
