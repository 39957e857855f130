import { expect } from '@playwright/test'
import { aFactura } from './cobros.ts'
import { addDays, fetchToday } from './dashboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, createRecord, test } from './support.ts'

test('headings: sort by keyboard, say the order, and keep it in the address', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  for (const [index, precio] of [300, 1000, 20].entries())
    await aRuta(request, login, crew, { no_ruta: `${crew.word}-${index + 1}`, fecha: '2026-11-05', precio })
  await page.goto(`/rutas?buscar=${crew.word}`)
  const heading = (name: string) => page.getByRole('columnheader', { name })
  const first = page.getByRole('row').nth(1)
  await expect(heading('Fecha')).toHaveAttribute('aria-sort', 'descending')
  await expect(heading('Precio')).toHaveAttribute('aria-sort', 'none')
  await expect(heading('Mercadería')).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Precio', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/orden=-precio/)
  await expect(heading('Precio')).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText(`${crew.word}-2`)
  await expect(page.getByRole('button', { name: 'Precio', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(first).toContainText(`${crew.word}-3`)
  await page.reload()
  await expect(heading('Precio')).toHaveAttribute('aria-sort', 'ascending')
  await expect(first).toContainText(`${crew.word}-3`)
  await expectAccessible(page)
})

test('headings of papers, invoices, maintenance and prices: reverse the order, also of the next page', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id: camion_id, placa } = await aCamion(request, login)
  const tipo = await createRecord(request, login, '/api/documento-tipos', {
    nombre: `Permiso ${crew.word}`,
    aplica: 'camiones',
  })
  for (const n of [1, 2, 3]) {
    const { id: entidad_id } = n === 1 ? { id: camion_id } : await aCamion(request, login)
    const paper = { tipo_id: tipo.id, entidad: 'camiones', entidad_id, numero: `N-${n}` }
    await createRecord(request, login, '/api/documentos', { ...paper, vence: `2026-01-0${n}` })
    const dates = { fecha: `2026-01-0${n}`, vence: `2026-02-0${4 - n}` }
    await aFactura(request, login, { cliente_id: crew.cliente.id, monto: 100 * n, ...dates })
    await createRecord(request, login, '/api/mantenimientos', {
      camion_id,
      tipo: 'Preventivo',
      descripcion: `Servicio ${n}`,
      fecha_programada: `2026-01-0${n}`,
      estado: 'Completado',
    })
    await createRecord(request, login, '/api/tarifas', {
      origen: `Paso ${crew.word} ${n}`,
      destino: 'Cobán',
      precio: 100 * n,
      vigente_desde: '2026-01-01',
    })
  }
  const lists = [
    [`/vencimientos?tipo_id=${tipo.id}`, 'Vence', ['N-1', 'N-2', 'N-3']],
    [`/vencimientos?plazo=atender&tipo_id=${tipo.id}`, 'Vence', ['N-1', 'N-2', 'N-3']],
    [`/cobros?vista=facturas&cliente_id=${crew.cliente.id}`, 'Vence', ['Q300.00', 'Q200.00', 'Q100.00']],
    [`/cobros?vista=facturas&cliente_id=${crew.cliente.id}`, 'Fecha', ['Q100.00', 'Q200.00', 'Q300.00']],
    [`/mantenimientos?buscar=${placa}`, 'Programada', ['Servicio 1', 'Servicio 2', 'Servicio 3']],
    [`/tarifas?buscar=${crew.word}`, 'Origen', [1, 2, 3].map((n) => `Paso ${crew.word} ${n}`)],
    [`/tarifas?buscar=${crew.word}`, 'Precio', ['Q100.00', 'Q200.00', 'Q300.00']],
  ] as const
  const rows = page.getByRole('main').getByRole('row')
  for (const [address, name, ascending] of lists) {
    await page.goto(address)
    await expect(rows).toHaveCount(4)
    const heading = page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
    for (const direction of ['ascending', 'descending']) {
      const button = heading.getByRole('button', { name, exact: true })
      await button.focus()
      for (let n = 0; n < 2 && (await heading.getAttribute('aria-sort')) !== direction; n += 1)
        await page.keyboard.press('Enter')
      await expect(heading).toHaveAttribute('aria-sort', direction)
      await expect(button).toBeFocused()
      const texts = direction === 'ascending' ? ascending : ascending.toReversed()
      for (const [index, text] of texts.entries()) await expect(rows.nth(index + 1)).toContainText(text)
    }
    await page.reload()
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    await expectAccessible(page)
  }
})

isolatedTest(
  'Vence: sorts all papers of a quick filter, not those of one page',
  async ({ page, request, login }) => {
    const hoy = await fetchToday(request)
    const side = 32
    const several = <T>(create: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: side }, (_, index) => create(index)))
    const tipos = await several((n) =>
      createRecord(request, login, '/api/documento-tipos', { nombre: `Permiso ${n}`, aplica: 'camiones' }),
    )
    const camiones = await several(() => aCamion(request, login))
    // More than a call returns without porPagina: one a day until today.
    for (const [row, { id: entidad_id }] of camiones.entries())
      await several((n) => {
        const age = row * side + n
        const paper = { tipo_id: tipos[n]?.id, entidad: 'camiones', entidad_id, numero: `N-${age}` }
        return createRecord(request, login, '/api/documentos', { ...paper, vence: addDays(hoy, -age) })
      })
    await page.goto('/vencimientos')
    const rows = page.getByRole('main').getByRole('row')
    const expectRow = (index: number, age: number) =>
      expect(rows.nth(index).getByText(`N-${age}`, { exact: true })).toBeVisible()
    await expectRow(1, 1023)
    await expect(page.getByRole('button', { name: 'Por atender 1,024' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Vencido 1,023' })).toBeVisible()
    await expect(page.getByRole('button', { name: '≤ 7 días 1', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Vence', exact: true }).click()
    for (const age of [0, 1, 2, 3, 4]) await expectRow(age + 1, age)
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expectRow(1, 5)
    await page.getByRole('button', { name: '≤ 7 días' }).click()
    await expect(rows).toHaveCount(2)
    await expectRow(1, 0)
    await page.goto('/vencimientos?plazo=vencido&orden=-vence')
    await expectRow(1, 1)
    await page.goto('/admin-dashboard')
    await expect(page.getByRole('link', { name: '1,023 vencidos · 1 por vencer' })).toBeVisible()
  },
)

test('Más filtros: filters trips by pilot, truck and client from the bar', async ({
  page,
  request,
  login,
}) => {
  const [one, other] = [await aCrew(request, login), await aCrew(request, login)]
  const no_ruta = `${one.word}-1`
  await aRuta(request, login, one, { no_ruta })
  await aRuta(request, login, other, { no_ruta: `${other.word}-1` })
  await page.goto('/rutas')
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  await expect(page.getByRole('combobox', { name: 'Camión' })).toBeVisible()
  await cliente.fill(one.word)
  await page.getByRole('option', { name: one.word }).click()
  await expect(page).toHaveURL(/cliente_id=/)
  await expect(cliente).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText(no_ruta)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toBeHidden()
})
