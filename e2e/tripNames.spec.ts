import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, createRecord, test } from './support.ts'

test('money of a trip: names it below its number, in list, record, settlement and the field of a form', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id: ruta_id, no_ruta } = await aRuta(request, login, crew, { fecha: '2026-11-10' })
  const { id } = await createRecord(request, login, '/api/movimientos', {
    tipo: 'gasto',
    concepto: 'Peaje',
    paga: 'piloto',
    monto: 25,
    fecha: '2026-11-12',
    ruta_id,
    chofer_id: crew.chofer.id,
  })
  const name = `Ñandú ${crew.word} · Puerto Quetzal → Cobán · 10/11/2026`
  for (const path of [
    `/dinero?vista=movimientos&ruta_id=${ruta_id}`,
    `/dinero?movimiento=${id}`,
    `/dinero/piloto/${crew.chofer.id}`,
  ]) {
    await page.goto(path)
    await expect(page.getByText(name).first()).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
  await page.goto('/combustible?registro=nuevo')
  await page.getByRole('combobox', { name: 'Ruta' }).fill(no_ruta)
  await expect(page.getByRole('listbox').getByRole('option')).toContainText(name)
})

test('bin: names a trip beside its number', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { id, no_ruta } = await aRuta(request, login, crew, { fecha: '2026-11-10' })
  expect((await request.delete(`/api/rutas/${id}`, { headers: bearer(login) })).status()).toBe(200)
  await page.goto(`/papelera?buscar=${no_ruta}`)
  const name = `${no_ruta} · Ñandú ${crew.word} · Puerto Quetzal → Cobán · 10/11/2026`
  await expect(page.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: /^Restaurar/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`¿Deseas restaurar la ruta ${name}?`)
})
