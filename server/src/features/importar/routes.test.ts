import { fromKeys } from '@flota/contract/core/keys.ts'
import { importCampos, importTipos } from '@flota/contract/imports/importarCampos.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheets } from '../../test/readXlsx.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const download = (tipo: string, token = admin.token) =>
  server.app.inject({
    method: 'GET',
    url: `/api/importar/${tipo}/plantilla`,
    headers: { authorization: `Bearer ${token}` },
  })

test.each(importTipos)('GET /api/importar/%s/plantilla: returns and explains every column', async (tipo) => {
  const answer = await download(tipo)
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="plantilla_${tipo}.xlsx"`)
  const { sheets, rows } = await readSheets(answer.rawPayload)
  expect(sheets.map(({ name }) => name)).toEqual(['Datos', 'Ayuda'])
  const [headings, ...below] = rows[0] ?? []
  expect(below).toEqual([])
  const campos = Object.entries(importCampos[tipo]).filter(([campo]) => campo !== 'nombre_completo')
  expect(headings).toEqual(campos.map(([campo]) => campoLabel(campo)))
  expect(rows[1]).toEqual([
    ['Columna', 'Obligatoria', 'Qué se escribe', 'Ejemplo'],
    ...campos.map(([, { obligatorio }], i) => [
      headings?.[i],
      obligatorio ? 'Sí' : 'No',
      expect.stringMatching(/\.$/),
      expect.stringMatching(/./),
    ]),
  ])
})

test('GET /api/importar/:tipo/plantilla: returns 403 without permission, 404 for an unknown type', async () => {
  const statusesFor = async (user: Parameters<TestApp['as']>[0]) => {
    const { token } = await server.as(user)
    const statuses: Record<string, number> = {}
    for (const tipo of [...importTipos, 'usuarios']) statuses[tipo] = (await download(tipo, token)).statusCode
    return statuses
  }
  const noneOf = Object.fromEntries([...importTipos.map((tipo) => [tipo, 403]), ['usuarios', 404]])
  const ofCatalogues = fromKeys(
    importTipos.filter((tipo) => tipo !== 'rutas' && tipo !== 'facturas'),
    () => 200,
  )
  expect(await statusesFor({ rol: 'usuario', permisos: ['gestionar_catalogos'] })).toEqual({
    ...noneOf,
    ...ofCatalogues,
  })
  expect(await statusesFor({ rol: 'usuario', permisos: ['crear_rutas'] })).toEqual({ ...noneOf, rutas: 200 })
  expect(await statusesFor({ rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] })).toEqual({
    ...noneOf,
    facturas: 200,
  })
  const others = await statusesFor({
    rol: 'usuario',
    permisos: ['ver_rutas', 'editar_rutas', 'eliminar_rutas'],
    permisos_dinero: ['ver_dinero', 'gestionar_dinero'],
  })
  expect(new Set(Object.values(others))).toEqual(new Set([403]))
  expect((await download('usuarios')).json().message).toBe('Tipo de importación no encontrado')
})
