import { addDays } from '@flota/contract/core/dates.ts'
import { expect } from '@playwright/test'
import { fetchToday } from './dashboard.ts'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta } from './rutas.ts'

isolatedTest(
  '60 trips with 35 overlaps: summary and board count the same, and the summary names those of other days',
  async ({ page, request, login }) => {
    const hoy = await fetchToday(request)
    const create = async (count: number, values: (index: number) => object) => {
      const crew = await aCrew(request, login)
      for (let index = 0; index < count; index++)
        await aRuta(request, login, crew, { fecha: hoy, ayudante_id: crew.ayudante.id, ...values(index) })
    }
    // Six trips at once are 15 pairs, five are 10. Trips share truck, pilot and helper.
    for (const count of [6, 5, 5]) await create(count, () => ({ hora: '10:00', duracion_min: 60 }))
    const half = (index: number) => `${String(index).padStart(2, '0')}:15`
    for (const count of [24, 20]) await create(count, (index) => ({ hora: half(index), duracion_min: 60 }))
    for (const count of [3, 2]) await create(count, () => ({ fecha: addDays(hoy, 2) }))
    await create(1, () => ({ fecha: addDays(hoy, -1), estado: 'En curso', duracion_min: 60 }))

    await page.goto('/dashboard')
    const figures = page.getByText('35 traslapes y 4 en otros días')
    await expect(figures).toBeVisible()
    const before = page.getByRole('link', { name: 'En camino desde antes: 1' })
    const until = new URLSearchParams({ estado: 'En curso', hasta: addDays(hoy, -1) })
    await expect(before).toHaveAttribute('href', `/rutas?${until}`)
    await expectAccessible(page)
    for (const width of [390, 1366]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoOverflow(page)
    }
    await page.getByRole('link', { name: 'y 4 en otros días' }).click()
    const bell = page.getByRole('dialog', { name: /^Avisos/ })
    await expect(bell.getByRole('region', { name: /^Viajes traslapados/ })).toBeVisible()
    await expect(bell.getByRole('region')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '35 traslapes' }).click()
    await expect(page).toHaveURL('/tablero?solo=choques')
    const counters = page.getByRole('group', { name: 'Qué viajes se muestran' })
    await expect(counters).toContainText('60 viajes')
    await expect(counters.getByRole('button', { name: '35 traslapes' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(
      page.getByRole('region', { name: 'Camiones' }).getByRole('button', { name: /^RUTA-/ }),
    ).toHaveCount(16)
    await page.getByRole('button', { name: 'Por piloto' }).click()
    await expect(counters).toContainText('35 traslapes')
  },
)

isolatedTest('filter Estado: lists late trips only', async ({ page, request, login }) => {
  const hoy = await fetchToday(request)
  const crew = await aCrew(request, login)
  const late = await aRuta(request, login, crew, { fecha: addDays(hoy, -3), hora: '06:00' })
  await aRuta(request, login, crew, { fecha: addDays(hoy, 3), hora: '06:00' })
  await page.goto('/rutas')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(3)
  const filter = page.getByLabel('Estado')
  await expect(filter.getByRole('option')).toHaveText([
    'Todos',
    'Pendiente',
    'En curso',
    'Entregado',
    'Incidente',
    'Con retraso',
  ])
  const answer = page.waitForRequest(/retraso=si/)
  await filter.selectOption('Con retraso')
  expect(new URL((await answer).url()).searchParams.has('estado')).toBe(false)
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(late.no_ruta.replace('RUTA-', ''))
  await page.reload()
  await expect(filter).toHaveValue('Con retraso')
  await expect(rows).toHaveCount(2)
  const download = page.waitForRequest(/exportar\?.*retraso=si/)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await download
})
