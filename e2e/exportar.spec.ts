import { expect } from '@playwright/test'
import { aPlan } from './combustible.ts'
import { aMovimiento } from './dinero.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, bearer, createRecord, test } from './support.ts'

test('lists: Exportar sends the filters and the order of the screen, on a phone from the menu', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew, { fecha: '2026-01-15', estado: 'Entregado' })
  const chofer_id = crew.chofer.id
  const settled = await aMovimiento(request, login, 'anticipo', { chofer_id, monto: 300 })
  await createRecord(request, login, '/api/liquidaciones', { chofer_id, movimientos: [settled.id] })
  await aPlan(request, login, [crew.camion.id])
  const deleted = await aCamion(request, login)
  await request.delete(`/api/camiones/${deleted.id}`, { headers: bearer(login) })

  const lists: [path: string, call: string, query: Record<string, string>][] = [
    ['/planes', '/api/planes', { camion_id: String(crew.camion.id), orden: 'nombre' }],
    ['/dinero', '/api/saldos', { buscar: crew.word, orden: '-piloto' }],
    [
      '/dinero?vista=liquidaciones',
      '/api/liquidaciones',
      { chofer_id: String(chofer_id), estado: 'cerrada' },
    ],
    ['/usuarios', '/api/usuarios', { buscar: 'admin', orden: 'recientes' }],
    ['/papelera', '/api/papelera', { buscar: deleted.placa }],
    ['/reportes?vista=demoras', '/api/reportes/demoras', { por: 'lugar', desde: '2026-01-01' }],
    ['/cobros', '/api/por-facturar', { hasta: '2026-02-01' }],
  ]
  for (const [path, call, query] of lists)
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`)
      const download = page.waitForEvent('download')
      const sent = page.waitForRequest(`**${call}/exportar?*`)
      if (width === 390) {
        await page.getByRole('button', { name: 'Más opciones de la lista' }).click()
        await page.getByRole('menuitem', { name: 'Exportar', exact: true }).click()
      } else await page.getByRole('button', { name: 'Exportar', exact: true }).click()
      const { searchParams } = new URL((await sent).url())
      expect(Object.fromEntries(searchParams), path).toEqual(query)
      expect((await download).suggestedFilename(), path).toMatch(/^[a-z_]+_\d{4}-\d\d-\d\d\.xlsx$/)
    }
})
