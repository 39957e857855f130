import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { layerViolation } from './layers.ts'

const why = (file: string, specifier: string, typeOnly = false) =>
  layerViolation(join(root, file), specifier, typeOnly)

test.each([
  ['web/src/routes.tsx', './office/screens.tsx'],
  ['web/src/office/screens.tsx', './features/camiones/CamionesPage.tsx'],
  ['web/src/office/features/camiones/CamionesPage.tsx', '../../../list/table/Table.tsx'],
  ['web/src/office/features/camiones/CamionesPage.tsx', '../../shared/stats/FigureCards.tsx'],
  ['web/src/office/features/camiones/CamionesPage.tsx', '../../frame/icons.ts'],
  ['web/src/office/shared/documents/Papeles.tsx', '../detail/Archivos.tsx'],
  ['web/src/list/controls/DayFilter.tsx', '../../form/DateField.tsx'],
  ['web/src/pilot/RutaCard.tsx', '../trip/EstadoBadge.tsx'],
  ['web/src/pilot/dialogs/EstadoDialog.tsx', '../misRutas.ts'],
  ['web/src/office/features/camiones/parts/Row.tsx', '../CamionesPage.tsx'],
  ['web/src/office/features/camiones/CamionesPage.tsx', '../../../shell/paths.ts'],
  ['web/src/office/features/camiones/CamionesPage.tsx', '@flota/contract/core/access.ts'],
  ['web/src/office/shared/catalogue/form/CatalogueForm.tsx', '@flota/contract/endpoints.ts'],
  ['web/src/office/shared/catalogue/form/CatalogueForm.tsx', 'zod'],
  ['server/src/main.ts', './app.ts'],
  ['server/src/app.ts', './features/session/routes.ts'],
  ['server/src/features/session/routes.ts', '../../platform/db/sql.ts'],
  ['server/src/features/session/routes.ts', '@flota/contract/endpoints.ts'],
  ['server/src/features/reportes/excel.ts', '../../platform/xlsx/workbook.ts'],
  ['server/src/features/hojas/drawHoja.ts', '../../platform/pdf/canvas.ts'],
  ['server/src/features/rutas/routes.ts', '../../domain/trips/write.ts'],
  ['server/src/features/avisos/clases.ts', '../../domain/documents/lines.ts'],
  ['server/src/domain/trips/findRuta.ts', '../../platform/errors.ts'],
  ['server/src/domain/trips/write.ts', '../company.ts'],
  ['server/src/features/session/routes.test.ts', '../../app.ts'],
  ['server/src/platform/store/FolderStore.ts', '@flota/postgres/dataDir.ts'],
  ['server/src/platform/http/authentication.ts', '../db/sql.ts'],
  ['server/src/platform/http/fastify.ts', '../limits/httpServer.ts'],
  ['server/src/platform/backup/backup.ts', '../db/sql.ts'],
  ['server/src/platform/backup/backup.ts', '../log.ts'],
  ['server/src/platform/limits/httpServer.ts', '../errors.ts'],
  ['server/src/platform/metrics/createMetrics.ts', '../limits/concurrencyLimit.ts'],
  ['server/src/main.ts', '@flota/postgres/startPostgres.ts'],
  ['server/src/platform/env.ts', '@flota/postgres/startError.ts'],
  ['server/src/commands/backup.ts', '@flota/postgres/startPostgres.ts'],
  ['server/src/commands/backup.ts', '../platform/backup/backup.ts'],
  ['server/src/test/globalSetup.ts', '@flota/postgres/startPostgres.ts'],
  ['postgres/src/waitUntilReady.ts', './startError.ts'],
  ['postgres/src/waitUntilReady.ts', 'pg'],
  ['demo/src/archivos.ts', '@flota/server/platform/store/FileStore.ts'],
  ['demo/src/fill.ts', '@flota/server/platform/db/sql.ts'],
  ['demo/src/main.ts', '@flota/server/main.ts'],
  ['demo/src/fill.ts', '@flota/postgres/startPostgres.ts'],
  ['demo/src/fill.test.ts', '@flota/server/domain/trips/totals.ts'],
  ['bench/src/environment.ts', '@flota/server/features/session/queries.ts'],
  ['contract/src/core/endpoint.ts', 'zod'],
  ['contract/src/core/endpoint.ts', './calls.ts'],
])('layerViolation: allows %s to import %s', (file, specifier) => {
  expect(why(file, specifier)).toBeUndefined()
})

const page = 'web/src/office/features/camiones/CamionesPage.tsx'

test.each([
  [page, '../rutas/RutaDetail.tsx', 'imports no feature beside it'],
  [
    'web/src/office/features/camiones/parts/Row.tsx',
    '../../rutas/RutaDetail.tsx',
    'imports no feature beside it',
  ],
  [
    'web/src/office/shared/detail/RecordParts.tsx',
    '../../features/rutas/RutaDetail.tsx',
    'imports no feature',
  ],
  ['web/src/office/frame/TopBar.tsx', '../features/rutas/RutaDetail.tsx', 'imports no feature beside it'],
  ['web/src/form/Combobox.tsx', '../list/Table.tsx', 'form may not import list'],
  ['web/src/form/Combobox.tsx', '../trip/words.ts', 'form may not import trip'],
  [page, '../../../routes.tsx', 'office may not import routes'],
  ['web/src/pilot/RutaCard.tsx', '../list/table/Table.tsx', 'pilot may not import list'],
  ['web/src/pilot/RutaCard.tsx', '../trip/office/UndoBanner.tsx', 'pilot may not import tripOffice'],
  ['web/src/trip/words.ts', '../list/table/column.tsx', 'trip may not import list'],
  ['web/src/pilot/RutaCard.tsx', '../office/frame/sections.ts', 'pilot may not import office'],
  ['web/src/ui/Table.tsx', '../api/call.ts', 'ui may not import api'],
  ['web/src/ui/Table.tsx', '../office/features/camiones/CamionesPage.tsx', 'ui may not import office'],
  ['web/src/api/call.ts', '../ui/Table.tsx', 'api may not import ui'],
  [page, '../../../../../server/src/app.ts', 'web never imports server'],
  [page, '../../../../../scripts/run.ts', 'web imports only'],
  [page, 'node:fs', 'runs in a browser'],
  [page, '@flota/contract/endpoints.ts', 'Import only types'],
  ['web/src/login/LoginForm.tsx', '@flota/contract/endpoints.ts', 'Import only types'],
  ['web/src/pilot/EstadoForm.tsx', 'zod', "the office's forms"],
  ['web/src/form/check.ts', 'zod', "the office's forms"],
  ['server/src/features/rutas/routes.ts', '../camiones/queries.ts', 'imports no feature beside it'],
  ['server/src/domain/trips/write.ts', '../../features/rutas/cliente.ts', 'domain may not import features'],
  ['server/src/platform/db/records.ts', '../../domain/trips/write.ts', 'platform may not import domain'],
  ['server/src/features/rutas/routes.ts', '../../app.ts', 'features may not import app'],
  [
    'server/src/platform/http/serve.ts',
    '../../features/rutas/queries.ts',
    'platform may not import features',
  ],
  ['server/src/platform/db/sql.ts', '../http/serve.ts', 'platform/db may not import platform/http'],
  [
    'server/src/platform/db/connectionPool.ts',
    '../limits/concurrencyLimit.ts',
    'platform/db may not import platform/limits',
  ],
  [
    'server/src/platform/limits/openResponseLimit.ts',
    '../http/authentication.ts',
    'platform/limits may not import platform/http',
  ],
  ['server/src/platform/limits/exportQueue.ts', '../db/sql.ts', 'platform/limits may not import platform/db'],
  [
    'server/src/platform/metrics/metricsServer.ts',
    '../http/listen.ts',
    'platform/metrics may not import platform/http',
  ],
  ['server/src/platform/xlsx/sheet.ts', '../db/sql.ts', 'platform/xlsx may not import platform/db'],
  ['server/src/app.ts', './main.ts', 'app may not import main'],
  ['server/src/app.ts', './commands/backup.ts', 'app may not import commands'],
  ['server/src/commands/backup.ts', '../app.ts', 'commands may not import app'],
  [
    'server/src/platform/backup/backup.ts',
    '@flota/postgres/startPostgres.ts',
    'Only main.ts and the commands',
  ],
  ['server/src/platform/db/connect.ts', '@flota/postgres/startPostgres.ts', 'Only main.ts and the commands'],
  ['server/src/app.ts', '../../web/src/shell/paths.ts', 'server never imports web'],
  ['web/src/routes.tsx', '@flota/postgres/startError.ts', 'web never imports postgres'],
  ['postgres/src/waitUntilReady.ts', '@flota/contract/core/format.ts', 'postgres never imports contract'],
  ['postgres/src/waitUntilReady.ts', '../../server/src/platform/db/sql.ts', 'postgres never imports server'],
  ['postgres/src/waitUntilReady.ts', '../run.ts', 'postgres imports only'],
  ['demo/src/fill.ts', '@flota/server/features/rutas/queries.ts', 'demo may not import features'],
  ['demo/src/fill.ts', '../../web/src/shell/paths.ts', 'demo never imports web'],
  ['server/src/app.ts', '../../demo/src/fill.ts', 'server never imports demo'],
  ['server/src/app.ts', '../../bench/src/fillDatabase.ts', 'server never imports bench'],
  ['contract/src/core/endpoint.ts', 'fastify', 'imports zod and nothing else'],
  ['contract/src/core/endpoint.ts', '../../../server/src/app.ts', 'contract never imports server'],
  ['contract/src/core/calls.ts', 'zod', 'without zod'],
  ['contract/src/core/calls.ts', './endpoint.ts', 'would bring zod'],
])('layerViolation: rejects %s importing %s', (file, specifier, reason) => {
  expect(why(file, specifier)).toContain(reason)
})

test('layerViolation: allows type imports where values are rejected', () => {
  expect(why(page, '@flota/contract/endpoints.ts', true)).toBeUndefined()
  expect(why('contract/src/core/calls.ts', './endpoint.ts', true)).toBeUndefined()
})
