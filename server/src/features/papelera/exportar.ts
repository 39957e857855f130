import { registroOf } from '@flota/contract/records/registros.ts'
import { papelera } from '@flota/contract/system/papelera.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { cell, type ListColumn, listWorkbook, momentCell } from '../../platform/xlsx/list.ts'
import { type DeletedRecord, papeleraExportQuery } from './queries.ts'

const columnsIn = (zona: string): readonly ListColumn<DeletedRecord>[] => [
  { title: 'Registro', ...cell(40, ({ nombre }) => nombre) },
  { title: 'Detalle', ...cell(28, ({ detalle }) => detalle) },
  { title: 'Tipo', ...cell(20, ({ tipo }) => registroOf(tipo).label) },
  { title: 'Eliminado', ...momentCell(zona, ({ eliminado_en }) => eliminado_en) },
  { title: 'Por', ...cell(20, ({ eliminado_por }) => eliminado_por) },
]

export function papeleraExportar(app: App, context: ExportContext): void {
  const zona = context.clock.env.TZ_EMPRESA
  serveExport(app, papelera.exportar, context, {
    tipo: 'papelera',
    title: 'Papelera',
    find: ({ buscar }, _hoy, db) => papeleraExportQuery(db, buscar),
    write: (batches: AsyncIterable<DeletedRecord[]>, about) =>
      listWorkbook(columnsIn(zona), batches, about, 'Papelera'),
  })
}
