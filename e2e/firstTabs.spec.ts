import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { createRecord, test } from './support.ts'

test('client: opens on its trips of a month, with their sum and an export', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha: '2025-03-04', precio: 100.1 })
  await aRuta(request, login, crew, { fecha: '2025-03-31', precio: 200.2 })
  await aRuta(request, login, crew, { fecha: '2025-01-31', precio: 1000 })
  const { id } = crew.cliente
  await page.goto(`/mostrar-clientes/${id}`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Rutas')
  const panel = page.getByRole('tabpanel', { name: 'Rutas' })
  // The newest month with trips.
  await expect(panel.getByLabel('Mes')).toHaveValue('2025-03')
  await expect(panel.getByRole('status').filter({ hasText: 'viajes' })).toHaveText(/^Q300\.30.* · 2 viajes$/)
  await expect(panel.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  const exported = page.waitForRequest('**/api/rutas/exportar?*')
  await panel.getByRole('button', { name: 'Exportar' }).click()
  const query = new URL((await exported).url()).searchParams
  expect(Object.fromEntries(query)).toEqual({
    cliente_id: String(id),
    desde: '2025-03-01',
    hasta: '2025-03-31',
  })
  await panel.getByLabel('Mes').selectOption({ label: 'Todos los meses' })
  await expect(panel.getByRole('status').filter({ hasText: 'viajes' })).toHaveText(
    /^Q1,300\.30.* · 3 viajes$/,
  )
  await expect(panel.getByRole('link', { name: 'Ver en Rutas (3)' })).toHaveAttribute(
    'href',
    `/rutas?cliente_id=${id}`,
  )
})

test('truck: opens on what is next for it', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { camion } = crew
  const { id } = await aRuta(request, login, crew, { fecha: '2099-03-04' })
  await aRuta(request, login, crew, { fecha: '2020-03-04' })
  const mantenimiento = { tipo: 'Correctivo', fecha_programada: '2020-02-01', camion_id: camion.id }
  for (const estado of ['Programado', 'Completado'])
    await createRecord(request, login, '/api/mantenimientos', {
      ...mantenimiento,
      estado,
      descripcion: `Frenos ${estado}`,
    })
  await page.goto(`/mostrar-camiones/${camion.id}`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Lo que sigue')
  const trips = page.getByRole('region', { name: 'Próximos viajes' }).getByRole('listitem')
  await expect(trips).toHaveCount(1)
  await expect(trips).toContainText('04/03/2099')
  const works = page.getByRole('region', { name: 'En el taller' }).getByRole('listitem')
  await expect(works).toHaveText(/Frenos Programado.*Atrasado/)
  await expect(page.getByRole('region', { name: 'Papeles por atender' })).toContainText(/papel|día/)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await trips.getByRole('link').click()
  await expect(page).toHaveURL(`/mostrar-ruta/${id}`)
})

test('lists of a record: are exported with their filter', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew)
  await page.goto(`/mostrar-choferes/${crew.chofer.id}`)
  await page.getByRole('tab', { name: 'Rutas' }).click()
  const exported = page.waitForRequest('**/api/rutas/exportar?*')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Exportar' }).click()
  expect(new URL((await exported).url()).search).toBe(`?chofer_id=${crew.chofer.id}`)
})
