import { expect, type Page } from '@playwright/test'
import { addDays, aTrip, errorResponse, fetchToday, money } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCamion, createRecord, setClock, test, unique } from './support.ts'

interface Row {
  periodo: string
  total_rutas: number
  rutas_en_curso: number
  ingresos_totales: number
}

const figures = /\/api\/(reportes|rutas|documentos|mantenimientos)\b/
const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('admin dashboard: compares today and the month, and its figures link to their trips', async ({
  page,
  request,
  login,
}) => {
  const hoy = await fetchToday(request)
  const weekAgo = addDays(hoy, -7)
  await aTrip(request, login, { precio: 2500 })
  await aTrip(request, login, { precio: 1000.25, fecha: weekAgo })
  const answer = page.waitForResponse(/\/api\/reportes\?/)
  const rows = answer.then((each) => each.json() as Promise<{ data: Row[] }>)
  await page.goto('/admin-dashboard')
  const { data } = await rows
  const [now, then] = [hoy, weekAgo].map((day) => data.find(({ periodo }) => periodo === day)!)
  expect(new URL((await answer).url()).search).toMatch(/^\?filtro=dia&fechaInicio=\d{4}-\d{2}-01&fechaFin=/)

  const today = block(page, 'Hoy')
  await expect(today.getByRole('link', { name: 'Viajes' })).toHaveText(
    `Viajes${now!.total_rutas.toLocaleString('es-GT')}`,
  )
  await expect(today.getByRole('link', { name: 'Ingresos' })).toHaveText(
    `Ingresos${money(now!.ingresos_totales)} con IVA`,
  )
  await expect(today.getByText(`(${money(then!.ingresos_totales)})`)).toHaveText(
    / (más|menos) que el \S+ \d\d\/\d\d/,
  )
  await expect(today.getByRole('link', { name: 'Viajes' })).toHaveAttribute(
    'href',
    `/rutas?desde=${hoy}&hasta=${hoy}`,
  )

  const month = block(page, 'Ingresos del mes')
  const ofMonth = data.filter(({ periodo }) => periodo.startsWith(hoy.slice(0, 7)))
  const total = money(ofMonth.reduce((sum, row) => sum + Math.round(row.ingresos_totales * 100), 0) / 100)
  await expect(month.getByRole('link', { name: 'hasta hoy' })).toContainText(total)
  await month.getByText('Ver los números').click()
  const day = month.getByRole('row', { name: new RegExp(`^${Number(hoy.slice(8))} Q`) })
  await expect(day.getByRole('cell').first()).toHaveText(total)
})

test('admin dashboard: links due dates and pilots on the road to their lists', async ({
  page,
  request,
  login,
}) => {
  const apellido = unique('Antiguo')
  const person = { telefono: '55551234', tipo_licencia: 'A' }
  const expired = { ...person, nombre: 'Ana', apellido, vencimiento: '1950-01-31' }
  const { id } = await createRecord(request, login, '/api/choferes', expired)
  const camion = await aCamion(request, login)
  const planned = { camion_id: camion.id, tipo: 'Preventivo', descripcion: 'Frenos', estado: 'Programado' }
  await createRecord(request, login, '/api/mantenimientos', { ...planned, fecha_programada: '1950-02-01' })
  await createRecord(request, login, '/api/mantenimientos', {
    ...planned,
    estado: 'Completado',
    fecha_programada: '1950-01-01',
  })
  await aTrip(request, login, { estado: 'En curso' })
  await page.goto('/admin-dashboard')

  const licences = block(page, 'Licencias y documentos')
  const licence = licences.getByRole('link', { name: `Ana ${apellido}` })
  await expect(licence).toContainText('31/01/1950')
  await expect(licence).toContainText(/Venció hace \d+ días/)
  await expect(licence).toHaveAttribute('href', `/mostrar-choferes/${id}`)

  const maintenance = block(page, 'Mantenimientos')
  await expect(maintenance.getByRole('link', { name: camion.placa })).toHaveText(
    /01\/02\/1950Atrasado hace \d+ días/,
  )
  const road = block(page, 'En camino ahora')
  await expect(road.getByText(/\d+ pilotos? y \d+ (camión|camiones)/)).toBeVisible()
  await road.getByRole('link', { name: /\d+ pilotos? y/ }).click()
  await expect(page).toHaveURL('/rutas?estado=En+curso')
  await page.goBack()
  await maintenance.getByRole('link', { name: 'Ver todos' }).click()
  await expect(page).toHaveURL('/mantenimientos?estado=Programado')
  await expect(page.getByRole('heading', { name: 'Mantenimientos', level: 1 })).toBeVisible()
  await page.goBack()
  await licences.getByRole('link', { name: /\d+ vencidos?/ }).click()
  await expect(page).toHaveURL('/vencimientos')
  await expect(page.getByRole('row').nth(1)).toContainText('Venció')
})

test('admin dashboard: requests the new day when midnight passes in Guatemala', async ({ page, request }) => {
  const tomorrow = addDays(await fetchToday(request), 1)
  // 23:50 in Guatemala.
  await setClock(page, '2026-11-23T05:50:00Z')
  await page.goto('/admin-dashboard')
  await expect(block(page, 'Hoy').getByRole('link', { name: 'Viajes' })).toBeVisible()
  const nextDay = page.waitForRequest((request_) => request_.url().includes(`fechaFin=${tomorrow}`))
  await page.clock.fastForward(660_000)
  await nextDay
  await expect(block(page, 'Hoy').getByRole('link', { name: 'Viajes' })).toHaveText('Viajes0')
})

test('admin dashboard: each block fails and retries on its own', async ({ page }) => {
  await page.route(figures, (route) => route.fulfill(errorResponse))
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('alert')).toHaveCount(5)
  await page.unroute(figures)
  await block(page, 'Licencias y documentos').getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('alert')).toHaveCount(4)
  await block(page, 'Hoy').getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('alert')).toHaveCount(2)
})

/** Opens the dashboard at 17:05 on Friday 20 November 2026 in Guatemala, with a mocked backup state. */
async function withRespaldo(page: Page) {
  const backup: { answer: object } = { answer: errorResponse }
  await setClock(page, '2026-11-20T23:05:00Z', { hoy: '2026-11-20' })
  await page.route('**/api/respaldo', (route) => route.fulfill(backup.answer))
  return (data: object | null) => {
    backup.answer = { json: { success: true, message: '', data } }
  }
}

const nothing: Record<string, object> = {
  reportes: { data: [], count: 0 },
  rutas: {
    data: [],
    count: 0,
    paginacion: { pagina: 1, porPagina: 1000, total: 0, paginas: 0, exacto: true },
  },
  documentos: { data: [], count: 0, paginacion: { pagina: 1, porPagina: 1000, total: 0, paginas: 0 } },
}

test('admin dashboard: its four states pass axe', async ({ page, request, login }) => {
  await aTrip(request, login, { estado: 'En curso' })
  await page.goto('/admin-dashboard')
  await block(page, 'Ingresos del mes').getByText('Ver los números').click()
  await expect(page.getByText(/^Cargando/)).toHaveCount(0)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(figures, async (route) => {
    await promise
    const [, name = ''] = figures.exec(route.request().url()) ?? []
    const body = name === 'mantenimientos' ? [] : { success: true, message: '', ...nothing[name] }
    await route.fulfill({ json: body })
  })
  await page.reload()
  await expect(page.getByText('Cargando Hoy…')).toBeAttached()
  await expectAccessible(page)
  resolve()
  await expect(page.getByText('Ningún camión está en camino.')).toBeVisible()
  await expect(page.getByText('No hay mantenimientos programados.')).toBeVisible()
  await expectAccessible(page)

  await page.unroute(figures)
  await page.route(figures, (route) => route.fulfill(errorResponse))
  await page.reload()
  await expect(page.getByRole('alert')).toHaveCount(5)
  await expectAccessible(page)
})

test('admin dashboard: shows the age of the newest backup, its failure, and nothing when backups are off', async ({
  page,
}) => {
  const say = await withRespaldo(page)
  await page.goto('/admin-dashboard')
  // All blocks have their data, so that none moves.
  await page.waitForLoadState('networkidle')
  const respaldo = block(page, 'Respaldo')
  await expect(respaldo.getByRole('alert')).toContainText('Error al cargar el respaldo')

  say({ hecho_en: '2026-11-20T20:04:30.000Z', error: null, archivos_faltan: 0 })
  await respaldo.getByRole('button', { name: 'Reintentar' }).click()
  await expect(respaldo.getByRole('paragraph')).toHaveText('Último respaldo: hoy 14:04hace 3 h')
  // The click scrolled: a link half below the top bar is too small a target for axe.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)

  say({ hecho_en: '2026-11-18T20:04:30.000Z', error: null, archivos_faltan: 0 })
  await page.reload()
  await expect(respaldo.getByRole('paragraph')).toHaveText(
    'Último respaldo: miércoles 18/11 14:04hace 2 días',
  )
  await expectAccessible(page)

  const error = 'No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.'
  say({ hecho_en: '2026-11-20T04:30:00.000Z', error, archivos_faltan: 0 })
  await page.reload()
  await expect(respaldo.getByRole('paragraph')).toHaveText([
    'Último intento: ayer 22:30hace 18 hFalló',
    error,
  ])
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  const tell = 'Avisa a quien instaló el programa.'
  say({ hecho_en: '2026-11-20T20:04:30.000Z', error: null, archivos_faltan: 1 })
  await page.reload()
  await expect(respaldo.getByRole('paragraph')).toHaveText([
    'Último respaldo: hoy 14:04hace 3 h',
    `Falta 1 archivoUna foto o un papel ya no está completo en el disco. ${tell}`,
  ])
  await expectAccessible(page)
  say({ hecho_en: '2026-11-20T04:30:00.000Z', error, archivos_faltan: 1234 })
  await page.reload()
  await expect(respaldo.getByRole('paragraph')).toHaveText([
    'Último intento: ayer 22:30hace 18 hFalló',
    error,
    `Faltan 1,234 archivosFotos o papeles que ya no están completos en el disco. ${tell}`,
  ])
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  const sound = { hecho_en: '2026-11-20T20:04:30.000Z', error: null, archivos_faltan: 0 }
  const line = 'Último respaldo: hoy 14:04hace 3 h'
  const away = 'El almacén de RESPALDO_S3_URL no responde como debe: nadie escucha ahí.'
  for (const [fuera, paragraphs] of [
    [{ hecho_en: '2026-11-20T20:04:50.000Z', error: null }, ['Copia fuera hace 3 h']],
    [{ hecho_en: '2026-11-20T20:04:50.000Z', error: away }, ['Copia fuera hace 3 h']],
    [{ hecho_en: '2026-11-17T20:04:50.000Z', error: away }, ['Sin copia fuera desde hace 3 días', away]],
    [{ hecho_en: null, error: null }, ['Aún sin copia fuera']],
  ] as const) {
    say({ ...sound, fuera })
    await page.reload()
    await expect(respaldo.getByRole('paragraph')).toHaveText([line, ...paragraphs])
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  }

  say(null)
  await page.reload()
  await expect(respaldo).toHaveCount(0)
  await expect(block(page, 'Hoy').getByRole('link', { name: 'Viajes' })).toBeVisible()
  await expect(respaldo).toHaveCount(0)
})
