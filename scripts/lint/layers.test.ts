import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { refusal } from './layers.ts'

const why = (file: string, specifier: string, typeOnly = false) =>
  refusal(join(root, file), specifier, typeOnly)

test.each([
  ['web/src/routes.tsx', './office/camiones/CamionesPage.tsx'],
  ['web/src/office/camiones/CamionesPage.tsx', '../../list/table/Table.tsx'],
  ['web/src/office/camiones/CamionesPage.tsx', '../figures/FigureCards.tsx'],
  ['web/src/office/frame/sections.ts', './camiones/icons.ts'],
  ['web/src/office/shared/documents/DocumentosPanel.tsx', '../detail/Archivos.tsx'],
  ['web/src/list/controls/DayFilter.tsx', '../../form/DateField.tsx'],
  ['web/src/pilot/RutaCard.tsx', '../../viaje/EstadoBadge.tsx'],
  ['web/src/office/camiones/parts/Row.tsx', '../CamionesPage.tsx'],
  ['web/src/office/camiones/CamionesPage.tsx', '../../paths.ts'],
  ['web/src/office/camiones/CamionesPage.tsx', '@flota/contract/access.ts'],
  ['web/src/office/shared/catalogue/form/CatalogueForm.tsx', '@flota/contract/endpoints.ts'],
  ['web/src/office/shared/catalogue/form/CatalogueForm.tsx', 'zod'],
  ['server/src/main.ts', './app.ts'],
  ['server/src/app.ts', './session/routes.ts'],
  ['server/src/features/session/routes.ts', '../db/sql.ts'],
  ['server/src/features/session/routes.ts', '@flota/contract/endpoints.ts'],
  ['server/src/features/reportes/excel.ts', '../xlsx/workbook.ts'],
  ['server/src/features/hojas/drawHoja.ts', '../pdf/pen.ts'],
  ['server/src/features/rutas/routes.ts', '../viajes/write.ts'],
  ['server/src/domain/trips/findRuta.ts', '../http/errors.ts'],
  ['server/src/features/avisos/clases.ts', '../papeles/lines.ts'],
  ['server/src/domain/trips/write.ts', '../db/records.ts'],
  ['server/src/features/session/routes.test.ts', '../app.ts'],
  ['server/src/features/archivos/upload.ts', '../store/FileStore.ts'],
  ['server/src/platform/store/asOwner.ts', '@flota/postgres/dataDir.ts'],
  ['demo/src/archivos.ts', '@flota/server/platform/store/FileStore.ts'],
  ['server/src/platform/http/authentication.ts', '../db/sql.ts'],
  ['server/src/main.ts', '@flota/postgres/startPostgres.ts'],
  ['server/src/platform/env.ts', '@flota/postgres/startError.ts'],
  ['server/src/commands/backup.ts', '@flota/postgres/reachPostgres.ts'],
  ['server/src/commands/backup.ts', '../respaldo/backup.ts'],
  ['server/src/platform/backup/backup.ts', '../db/session.ts'],
  ['server/src/test/globalSetup.ts', '@flota/postgres/startPostgres.ts'],
  ['postgres/src/waitUntilReady.ts', './startError.ts'],
  ['postgres/src/waitUntilReady.ts', 'pg'],
  ['demo/src/fill.ts', '@flota/server/platform/db/sql.ts'],
  ['demo/src/main.ts', '@flota/server/main.ts'],
  ['demo/src/fill.ts', '@flota/postgres/startPostgres.ts'],
  ['demo/src/fill.test.ts', '@flota/server/domain/trips/totals.ts'],
  ['bench/src/environment.ts', '@flota/server/features/session/queries.ts'],
  ['contract/src/endpoint.ts', 'zod'],
  ['contract/src/endpoint.ts', './calls.ts'],
])('%s may import %s', (file, specifier) => {
  expect(why(file, specifier)).toBeUndefined()
})

test.each([
  ['web/src/office/camiones/CamionesPage.tsx', '../rutas/RutaCard.tsx', 'imports no feature beside it'],
  ['web/src/office/shared/detail/RecordTabs.tsx', '../rutas/RutaCard.tsx', 'imports no feature beside it'],
  ['web/src/form/Combobox.tsx', '../choices/sources.ts', 'form may not import choices'],
  ['web/src/office/camiones/parts/Row.tsx', '../../rutas/RutaCard.tsx', 'imports no feature beside it'],
  ['web/src/office/camiones/CamionesPage.tsx', '../../routes.tsx', 'office may not import routes'],
  ['web/src/pilot/RutaCard.tsx', '../../list/table/Table.tsx', 'phone may not import list'],
  [
    'web/src/pilot/RutaCard.tsx',
    '../../viaje/office/HistorialSection.tsx',
    'phone may not import viajeOffice',
  ],
  ['web/src/trip/tripTexts.ts', '../list/table/column.tsx', 'viaje may not import list'],
  ['web/src/pilot/RutaCard.tsx', '../../office/sections.ts', 'phone may not import office'],
  ['web/src/form/Combobox.tsx', '../list/Table.tsx', 'form may not import list'],
  ['web/src/ui/Table.tsx', '../api/call.ts', 'ui may not import api'],
  ['web/src/ui/Table.tsx', '../office/camiones/CamionesPage.tsx', 'ui may not import office'],
  ['web/src/api/call.ts', '../ui/Table.tsx', 'api may not import ui'],
  ['web/src/office/camiones/CamionesPage.tsx', '../../../../server/src/app.ts', 'web never imports server'],
  ['web/src/office/camiones/CamionesPage.tsx', '../../../../scripts/run.ts', 'web imports only'],
  ['web/src/office/camiones/CamionesPage.tsx', 'node:fs', 'runs in a browser'],
  ['web/src/office/camiones/CamionesPage.tsx', '@flota/contract/endpoints.ts', 'Import only types'],
  ['web/src/login/LoginForm.tsx', '@flota/contract/endpoints.ts', 'Import only types'],
  ['web/src/pilot/EstadoForm.tsx', 'zod', "the office's forms"],
  ['server/src/features/rutas/routes.ts', '../camiones/queries.ts', 'imports no feature beside it'],
  ['server/src/domain/trips/write.ts', '../rutas/cliente.ts', 'viajes may not import feature'],
  ['server/src/platform/db/records.ts', '../viajes/write.ts', 'db may not import viajes'],
  ['web/src/form/validate.ts', 'zod', "the office's forms"],
  ['server/src/features/rutas/routes.ts', '../app.ts', 'feature may not import app'],
  ['server/src/platform/http/serve.ts', '../rutas/queries.ts', 'http may not import feature'],
  ['server/src/platform/db/sql.ts', '../http/errors.ts', 'db may not import http'],
  ['server/src/platform/xlsx/sheet.ts', '../reportes/excel.ts', 'xlsx may not import feature'],
  ['server/src/app.ts', './main.ts', 'app may not import main'],
  ['server/src/app.ts', './commands/backup.ts', 'app may not import commands'],
  ['server/src/commands/backup.ts', '../app.ts', 'commands may not import app'],
  ['server/src/platform/backup/backup.ts', '@flota/postgres/startPostgres.ts', 'Only main.ts and the commands'],
  ['server/src/app.ts', '../../web/src/shell/paths.ts', 'server never imports web'],
  [
    'server/src/platform/db/connect.ts',
    '@flota/postgres/startPostgres.ts',
    'Only main.ts and the commands start PostgreSQL',
  ],
  ['web/src/routes.tsx', '@flota/postgres/startError.ts', 'web never imports postgres'],
  ['postgres/src/waitUntilReady.ts', '@flota/contract/format.ts', 'postgres never imports contract'],
  ['postgres/src/waitUntilReady.ts', '../../server/src/platform/db/sql.ts', 'postgres never imports server'],
  ['postgres/src/waitUntilReady.ts', '../run.ts', 'postgres imports only'],
  ['demo/src/fill.ts', '@flota/server/rutas/queries.ts', 'demo may not import feature'],
  ['demo/src/fill.ts', '../../web/src/shell/paths.ts', 'demo never imports web'],
  ['server/src/app.ts', '../../demo/src/fill.ts', 'server never imports demo'],
  ['server/src/app.ts', '../../bench/src/fillDatabase.ts', 'server never imports bench'],
  ['contract/src/endpoint.ts', 'fastify', 'imports zod and nothing else'],
  ['contract/src/endpoint.ts', '../../server/src/app.ts', 'contract never imports server'],
  ['contract/src/calls.ts', 'zod', 'without zod'],
  ['contract/src/calls.ts', './endpoint.ts', 'would bring zod'],
])('%s may not import %s', (file, specifier, reason) => {
  expect(why(file, specifier)).toContain(reason)
})

test('types may cross where values may not', () => {
  expect(
    why('web/src/office/camiones/CamionesPage.tsx', '@flota/contract/endpoints.ts', true),
  ).toBeUndefined()
  expect(why('contract/src/calls.ts', './endpoint.ts', true)).toBeUndefined()
})
