import type { SheetCampo } from '@flota/contract/imports/importarCampos.ts'
import type { DocumentoEntidad, DocumentoEstado } from '@flota/contract/records/estados.ts'
import { expiryOf } from '../../domain/documents/expiry.ts'
import { cell, dayCell, listColumns, listWorkbook } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'
import type { ExportedPapel } from './list.ts'

const estadoWords: Record<DocumentoEstado, string> = {
  vencido: 'Vencido',
  por_vencer: 'Por vencer',
  vigente: 'Vigente',
  falta: 'Falta',
}

/** Each kind of record has a column of its own for the name. */
const ofKind = (kind: DocumentoEntidad) =>
  cell<ExportedPapel>(30, ({ entidad, nombre }) => (entidad === kind ? nombre : null))

const columnsOn = (hoy: string) =>
  listColumns<ExportedPapel, SheetCampo<'documentos'> | 'estado'>({
    tipo: cell(30, ({ tipo }) => tipo),
    placa: ofKind('camiones'),
    piloto: ofKind('choferes'),
    ayudante: ofKind('ayudantes'),
    numero: cell(20, ({ numero }) => numero),
    emitido: dayCell(({ emitido }) => emitido),
    vence: dayCell(({ vence }) => vence),
    nota: cell(60, ({ nota }) => nota),
    estado: cell(13, (papel) => estadoWords[expiryOf(papel, hoy).estado]),
  })

export const documentosExcel = (batches: AsyncIterable<ExportedPapel[]>, about: WorkbookInfo, hoy: string) =>
  listWorkbook(columnsOn(hoy), batches, about)
