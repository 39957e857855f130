import { catalogueNames } from '@flota/contract/records/catalogues.ts'
import type { WritingCallTable } from './accountCalls.ts'
import type { RutaOffice } from './openOffice.ts'

/** Lists whose export is logged under their own name. */
const exportedLists =
  'mantenimientos planes tarifas documentos rutas movimientos liquidaciones usuarios papelera'.split(' ')

/** Exports, which write a log row, in the format of writingCalls.ts. */
export const exportCalls: WritingCallTable = {
  'GET /api/rutas/hojas': [
    async (office) => office.admin.get(`/api/rutas/hojas?ids=${(await office.create()).id}`),
    'exportar rutas',
  ],
  'GET /api/reportes/exportar': [({ admin }) => admin.get('/api/reportes/exportar'), 'exportar reportes'],
  ...Object.fromEntries(
    [...catalogueNames, ...exportedLists].map((lista) => [
      `GET /api/${lista}/exportar`,
      [({ admin }: RutaOffice) => admin.get(`/api/${lista}/exportar`), `exportar ${lista}`],
    ]),
  ),
  'GET /api/reportes/demoras/exportar': [
    ({ admin }) => admin.get('/api/reportes/demoras/exportar'),
    'exportar reportes',
  ],
  'GET /api/margen/exportar': [({ admin }) => admin.get('/api/margen/exportar?por=mes'), 'exportar reportes'],
  'GET /api/bitacora/exportar': [({ admin }) => admin.get('/api/bitacora/exportar'), 'exportar bitacora'],
}
