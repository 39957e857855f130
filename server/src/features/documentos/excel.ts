import { documentoSheet } from '@flota/contract/records/documentos.ts'
import type { DocumentoEntidad, DocumentoEstado } from '@flota/contract/records/estados.ts'
import { expiryOf } from '../../domain/documents/expiry.ts'
import { listColumn, listWorkbook, sheetColumns } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'
import type { ExportedPapel } from './list.ts'

const estadoWords: Record<DocumentoEstado, string> = {
  vencido: 'Vencido',
  por_vencer: 'Por vencer',
  vigente: 'Vigente',
  falta: 'Falta',
}

/** Each kind of record has a column of its own for the name. */
const nameOfKind =
  (kind: DocumentoEntidad) =>
  ({ entidad, nombre }: ExportedPapel) =>
    entidad === kind ? nombre : null

const columns = sheetColumns<ExportedPapel, keyof typeof documentoSheet>(documentoSheet, {
  placa: nameOfKind('camiones'),
  piloto: nameOfKind('choferes'),
  ayudante: nameOfKind('ayudantes'),
})
const columnsOn = (hoy: string) => [
  ...columns,
  listColumn<ExportedPapel>('estado', 13, (papel) => estadoWords[expiryOf(papel, hoy).estado]),
]

export const documentosExcel = (batches: AsyncIterable<ExportedPapel[]>, about: WorkbookInfo, hoy: string) =>
  listWorkbook(columnsOn(hoy), batches, about)
