import { expect, type Page } from '@playwright/test'
import { aFactura } from './cobros.ts'
import { aMovimiento } from './dinero.ts'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, createRecord, type Login, test, unique } from './support.ts'

// On a phone, names of nearly the maximum length widen no page and cut no button.

const longName = (start: string) =>
  `${start} Internacional de Productos Perecederos y Congelados del Altiplano`

/** Returns the texts of links and buttons that are cut without an ellipsis. */
const findCutButtons = (page: Page) =>
  page
    .getByRole('main')
    .locator('a, button')
    .evaluateAll((all) =>
      all
        .filter((each) => getComputedStyle(each).whiteSpace === 'nowrap' && each.clientWidth > 0)
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && !each.closest('.truncate, .sr-only'))
        .map(({ textContent }) => textContent),
    )

async function createLongRecords(request: Parameters<typeof aCrew>[0], login: Login) {
  const crew = await aCrew(request, login)
  const cliente = await createRecord(request, login, '/api/clientes', {
    nombre: longName('Distribuidora'),
    apellido: unique('Occidental, S.A. '),
    telefono: '23331234',
  })
  const chofer = await createRecord(request, login, '/api/choferes', {
    nombre: longName('Maximiliano'),
    apellido: unique("Quiñónez O'Higgins "),
    telefono: '55551234',
    tipo_licencia: 'A',
    vencimiento: '2030-01-31',
  })
  const ruta = await aRuta(request, login, crew, {
    cliente_id: cliente.id,
    chofer_id: chofer.id,
    fecha: '2027-09-06',
    origen: longName('Bodega'),
    destino: longName('Muelle'),
  })
  const gasto = await aMovimiento(request, login, 'gasto', {
    ruta_id: ruta.id,
    chofer_id: chofer.id,
    paga: 'piloto',
    concepto: 'Combustible',
    monto: 12_345.67,
    comprobante: 'factura',
    serie: unique('LARGA'),
    numero: '10000000001',
    descripcion: longName('Gasolinera'),
  })
  await aFactura(request, login, { cliente_id: cliente.id, monto: 9_999_999.99, serie: unique('SERIE') })
  const restriccion = await createRecord(request, login, '/api/restricciones', {
    nombre: longName('Calzada'),
    desde: '2020-01-01',
    hasta: '2020-01-02',
  })
  return { cliente, chofer, ruta, gasto, restriccion }
}

test('phone: long names widen no page and cut no button', async ({ page, request, login }) => {
  const { cliente, chofer, ruta, gasto, restriccion } = await createLongRecords(request, login)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [
    `/dinero?movimiento=${gasto.id}`,
    `/dinero/piloto/${chofer.id}`,
    `/cobros/cliente/${cliente.id}`,
    `/mostrar-clientes/${cliente.id}`,
    '/tablero?fecha=2027-09-06',
    '/tablero?fecha=2027-09-06&vista=semana',
    '/ajustes',
    `/rutas?buscar=${ruta.no_ruta}`,
    `/mostrar-ruta/${ruta.id}`,
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main .animate-pulse')).toHaveCount(0)
    await expectNoOverflow(page)
    expect([address, await findCutButtons(page)]).toEqual([address, []])
  }
  await page.getByRole('tab', { name: 'Dinero' }).click()
  await expect(page.getByRole('tabpanel').getByText('Q12,345.67').first()).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await request.delete(`/api/restricciones/${restriccion.id}`, { headers: bearer(login) })
})
