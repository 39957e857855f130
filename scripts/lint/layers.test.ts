import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { refusal } from './layers.ts'

const why = (file: string, specifier: string, typeOnly = false) =>
  refusal(join(root, file), specifier, typeOnly)

test.each([
  ['web/src/routes.tsx', './camiones/CamionesPage.tsx'],
  ['web/src/camiones/CamionesPage.tsx', '../ui/Table.tsx'],
  ['web/src/camiones/parts/Row.tsx', '../CamionesPage.tsx'],
  ['web/src/camiones/CamionesPage.tsx', '../paths.ts'],
  ['web/src/camiones/CamionesPage.tsx', '@flota/contract/access.ts'],
  ['web/src/catalogue/CatalogueForm.tsx', '@flota/contract/endpoints.ts'],
  ['web/src/catalogue/CatalogueForm.tsx', 'zod'],
  ['server/src/main.ts', './app.ts'],
  ['server/src/app.ts', './session/routes.ts'],
  ['server/src/session/routes.ts', '../db/sql.ts'],
  ['server/src/session/routes.ts', '@flota/contract/endpoints.ts'],
  ['server/src/reportes/excel.ts', '../xlsx/workbook.ts'],
  ['server/src/rutas/routes.ts', '../viajes/write.ts'],
  ['server/src/viajes/findRuta.ts', '../http/errors.ts'],
  ['server/src/viajes/write.ts', '../db/records.ts'],
  ['server/src/session/routes.test.ts', '../app.ts'],
  ['server/src/http/bearer.ts', '../db/sql.ts'],
  ['contract/src/endpoint.ts', 'zod'],
  ['contract/src/endpoint.ts', './calls.ts'],
])('%s may import %s', (file, specifier) => {
  expect(why(file, specifier)).toBeUndefined()
})

test.each([
  ['web/src/camiones/CamionesPage.tsx', '../rutas/RutaCard.tsx', 'imports no feature beside it'],
  ['web/src/camiones/parts/Row.tsx', '../../rutas/RutaCard.tsx', 'imports no feature beside it'],
  ['web/src/camiones/CamionesPage.tsx', '../routes.tsx', 'feature may not import routes'],
  ['web/src/ui/Table.tsx', '../api/call.ts', 'ui may not import api'],
  ['web/src/ui/Table.tsx', '../camiones/CamionesPage.tsx', 'ui may not import feature'],
  ['web/src/api/call.ts', '../ui/Table.tsx', 'api may not import ui'],
  ['web/src/camiones/CamionesPage.tsx', '../../../server/src/app.ts', 'web never imports server'],
  ['web/src/camiones/CamionesPage.tsx', '../../../scripts/run.ts', 'web imports only'],
  ['web/src/camiones/CamionesPage.tsx', 'node:fs', 'runs in a browser'],
  ['web/src/camiones/CamionesPage.tsx', '@flota/contract/endpoints.ts', 'Import only types'],
  ['web/src/session/LoginForm.tsx', '@flota/contract/endpoints.ts', 'Import only types'],
  ['web/src/piloto/EstadoForm.tsx', 'zod', "the office's forms"],
  ['web/src/camiones/CamionesPage.tsx', '@hookform/resolvers/standard-schema', "the office's forms"],
  ['server/src/rutas/routes.ts', '../camiones/queries.ts', 'imports no feature beside it'],
  ['server/src/viajes/write.ts', '../rutas/cliente.ts', 'viajes may not import feature'],
  ['server/src/db/records.ts', '../viajes/write.ts', 'db may not import viajes'],
  ['server/src/rutas/routes.ts', '../app.ts', 'feature may not import app'],
  ['server/src/http/serve.ts', '../rutas/queries.ts', 'http may not import feature'],
  ['server/src/db/sql.ts', '../http/errors.ts', 'db may not import http'],
  ['server/src/xlsx/sheet.ts', '../reportes/excel.ts', 'xlsx may not import feature'],
  ['server/src/app.ts', './main.ts', 'app may not import main'],
  ['server/src/app.ts', '../../web/src/paths.ts', 'server never imports web'],
  ['contract/src/endpoint.ts', 'fastify', 'imports zod and nothing else'],
  ['contract/src/endpoint.ts', '../../server/src/app.ts', 'contract never imports server'],
  ['contract/src/calls.ts', 'zod', 'without zod'],
  ['contract/src/calls.ts', './endpoint.ts', 'would bring zod'],
])('%s may not import %s', (file, specifier, reason) => {
  expect(why(file, specifier)).toContain(reason)
})

test('types may cross where values may not', () => {
  expect(why('web/src/camiones/CamionesPage.tsx', '@flota/contract/endpoints.ts', true)).toBeUndefined()
  expect(why('contract/src/calls.ts', './endpoint.ts', true)).toBeUndefined()
})
