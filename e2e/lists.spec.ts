import { expect, type Page } from '@playwright/test'
import { aCarga, aPlan } from './combustible.ts'
import { aMovimiento } from './dinero.ts'
import { aCrew, aRuta } from './rutas.ts'
import { createRecord, type Login, test } from './support.ts'

const paths = [
  '/rutas',
  '/camiones',
  '/choferes',
  '/ayudantes',
  '/clientes',
  '/usuarios',
  '/tarifas',
  '/mantenimientos',
  '/planes',
  '/vencimientos',
  '/bitacora',
  '/papelera',
  '/dinero',
  '/dinero?vista=movimientos',
  '/dinero?vista=liquidaciones',
  '/dinero?vista=margen',
  '/cobros',
  '/cobros?vista=por-cobrar',
  '/cobros?vista=facturas',
  '/cobros?vista=cobros',
  '/combustible',
  '/combustible?vista=costo',
  '/combustible?vista=piloto',
]
const [desktop, phone] = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
]

const longText = 'Cambio de aceite, filtros y fajas en el taller del puerto'

async function fillLists(request: Parameters<typeof aCrew>[0], login: Login) {
  const crew = await aCrew(request, login)
  for (let hora = 6; hora < 20; hora += 1)
    await aRuta(request, login, crew, {
      hora: `${String(hora).padStart(2, '0')}:00`,
      duracion_min: 30,
      estado: 'Entregado',
    })
  await aMovimiento(request, login, 'anticipo', { chofer_id: crew.chofer.id, monto: 300 })
  const carga = { camion_id: crew.camion.id, chofer_id: crew.chofer.id }
  await aCarga(request, login, { ...carga, km: 100_000 })
  // Shows a warning, because the odometer went back.
  await aCarga(request, login, { ...carga, km: 99_000, estacion: longText })
  await createRecord(request, login, '/api/mantenimientos', {
    camion_id: crew.camion.id,
    tipo: 'Preventivo',
    descripcion: longText,
    taller: longText,
    costo: 123_456.75,
    fecha_programada: '1960-01-01',
    estado: 'Programado',
  })
  await aPlan(request, login, [crew.camion.id])
}

async function visit(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main .animate-pulse')).toHaveCount(0)
}

/** Collects the focused controls whose middle another element covers. */
const watchFocus = (page: Page) =>
  page.evaluate(() => {
    const covered: string[] = []
    Object.assign(window, { covered })
    document.addEventListener('focusin', () =>
      requestAnimationFrame(function check() {
        const focused = document.activeElement
        if (!focused?.closest('main') || focused.matches('main, section, h1')) return
        const { left, right, top, bottom } = focused.getBoundingClientRect()
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        // Outside the window: the scroll to it is still to come.
        if (!at) return void requestAnimationFrame(check)
        const isSeen = focused.contains(at) || at.contains(focused) || at.closest('label')?.contains(focused)
        if (!isSeen) covered.push(`${focused.outerHTML.slice(0, 120)} under ${at.outerHTML.slice(0, 120)}`)
      }),
    )
  })

const maxTabs = 40
const focusable = 'main :is(a[href], button, input, select, textarea, summary, [tabindex="0"]):visible'

test('lists: a focused control is never under a sticky bar', async ({ page, request, login }) => {
  await fillLists(request, login)
  for (const path of paths) {
    await page.setViewportSize(desktop)
    await visit(page, path)
    await watchFocus(page)
    const rows = await page.locator('main tr[data-row]').count()
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size)
      if (size === phone) await expect(page.locator('main li[data-row]')).toHaveCount(rows)
      await page.locator('main h1').focus()
      const tabs = Math.min(maxTabs, await page.locator(focusable).count())
      for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press('Tab')
    }
    const covered = await page.evaluate(() => (window as unknown as { covered: string[] }).covered)
    expect(covered, path).toEqual([])
  }
})

test('phone lists: rows of two lines below one line of tools, exports in a menu', async ({
  page,
  request,
  login,
}) => {
  await fillLists(request, login)
  await page.setViewportSize(phone)
  for (const path of paths) {
    await visit(page, path)
    const tools = page.locator('main [data-filters]')
    if (await tools.isVisible()) expect((await tools.boundingBox())!.height, path).toBeLessThanOrEqual(48)
    await expect(page.getByRole('button', { name: /^Exportar/ }), path).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Importar', exact: true }), path).toHaveCount(0)
    const rows = page.locator('main li[data-row]')
    for (const row of await rows.all()) expect((await row.boundingBox())!.height, path).toBeCloseTo(60, -1)
  }
  await visit(page, '/rutas')
  const rows = page.locator('main li[data-row]')
  expect((await rows.first().boundingBox())!.y).toBeLessThan(330)
  await page.getByRole('button', { name: 'Más opciones de la lista' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Exportar', 'Importar'])
  await page.keyboard.press('Escape')
  const more = rows.first().getByRole('button', { name: 'Más datos' })
  await more.click()
  const price = /Q[\d,]+\.\d\d/
  await expect(rows.first()).toContainText(price)
  await rows.first().getByRole('button', { name: 'Menos datos' }).click()
  await expect(rows.first()).not.toContainText(price)
  // An icon does not push its words out of the second line.
  await visit(page, '/usuarios?buscar=admin')
  const [row, role] = [rows.first(), rows.first().getByText('Administrador', { exact: true })]
  const [around, words] = [(await row.boundingBox())!, (await role.boundingBox())!]
  expect(words.y + words.height).toBeLessThanOrEqual(around.y + around.height)
})
