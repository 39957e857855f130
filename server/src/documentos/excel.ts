import type { DocumentoEntidad, DocumentoEstado } from '@flota/contract/estados.ts'
import { plazoOf } from '../papeles/plazo.ts'
import type { About } from '../xlsx/about.ts'
import { dayColumn, type ListColumn, listColumn, listWorkbook } from '../xlsx/list.ts'
import type { ExportedPapel } from './list.ts'

const estadoWords: Record<DocumentoEstado, string> = {
  vencido: 'Vencido',
  por_vencer: 'Por vencer',
  vigente: 'Vigente',
  falta: 'Falta',
}

/** Whose paper it is stands in the column of its kind. */
const ofKind = (campo: string, kind: DocumentoEntidad) =>
  listColumn<ExportedPapel>(campo, 30, ({ entidad, nombre }) => (entidad === kind ? nombre : null))

const columnsOn = (hoy: string): readonly ListColumn<ExportedPapel>[] => [
  listColumn('tipo', 30, ({ tipo }) => tipo),
  ofKind('placa', 'camiones'),
  ofKind('piloto', 'choferes'),
  ofKind('ayudante', 'ayudantes'),
  listColumn('numero', 20, ({ numero }) => numero),
  dayColumn('emitido', ({ emitido }) => emitido),
  dayColumn('vence', ({ vence }) => vence),
  listColumn('nota', 60, ({ nota }) => nota),
  listColumn('estado', 13, (papel) => estadoWords[plazoOf(papel, hoy).estado]),
]

export const documentosExcel = (batches: AsyncIterable<ExportedPapel[]>, about: About, hoy: string) =>
  listWorkbook(columnsOn(hoy), batches, about)
