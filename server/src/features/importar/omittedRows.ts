import { campoLabel } from '@flota/contract/records/campos.ts'
import { type Db, one, run, sql } from '../../platform/db/sql.ts'
import type { SheetCell, XlsxColumn } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'
import type { RowDecision } from './importRow.ts'
import type { ImportSheet } from './importSheet.ts'
import { isMotivo } from './reader/columns.ts'
import { cellToWrite } from './reader/readCell.ts'
import { inTableOrder } from './summary.ts'

/** Turns rows with errors into omitted ones, if any row is good. */
export function omitErrors(decisions: RowDecision[]): RowDecision[] {
  const hasGoodRow = decisions.some(({ accion }) => accion !== 'error' && accion !== 'omitida')
  return hasGoodRow
    ? decisions.map((each) => (each.accion === 'error' ? { ...each, accion: 'omitida' } : each))
    : decisions
}

interface OmittedRowsInfo {
  tipo: ImportSheet['tipo']
  creator: string
  now: Date
}

function motivoOf({ tipo }: OmittedRowsInfo, { errors, rowErrors }: RowDecision): string {
  const texts = inTableOrder(tipo, errors).map(({ campo, mensaje }) => `${campoLabel(campo)}: ${mensaje}`)
  return [...texts, ...rowErrors].join(' · ') || 'Se dejó fuera.'
}

const columnOf = (title: string): XlsxColumn => ({
  title,
  width: Math.min(40, Math.max(14, title.length + 4)),
  format: 'general',
})

/** Returns an .xlsx file of the omitted rows as the sheet has them, and why. Undefined without one. */
export async function omittedRowsFile(
  sheet: ImportSheet,
  decisions: readonly RowDecision[],
  info: OmittedRowsInfo,
): Promise<Buffer | undefined> {
  const omitted = decisions.filter(({ accion }) => accion === 'omitida')
  if (omitted.length === 0) return undefined
  const cellsByFila = new Map(sheet.filas.map(({ fila, all = [] }) => [fila, all]))
  const rows = omitted.map((decision) => ({ decision, cells: cellsByFila.get(decision.row.fila) ?? [] }))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), sheet.titulos.length)
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) => !isMotivo(sheet.titulos[at]))
  const dateLetters = new Set(sheet.campos.flatMap(({ clase, column }) => (clase === 'fecha' ? column : [])))
  const values = rows.map(({ decision, cells }): SheetCell[] => [
    ...columns.map((at) => cellToWrite(cells[at] ?? null, sheet.is1904, dateLetters.has(at))),
    motivoOf(info, decision),
  ])
  const title = 'Filas que no se importaron'
  const file = workbook(
    [
      {
        name: 'Datos',
        columns: [
          ...columns.map((at) => columnOf(sheet.titulos[at] ?? '')),
          { ...columnOf('Motivo'), width: 60 },
        ],
        rows: [values],
      },
    ],
    { title, creator: info.creator, created: info.now.toISOString() },
  )
  return Buffer.concat(await Array.fromAsync(file))
}

export const storeOmittedRows = (tx: Db, importacion: number, archivo: Buffer) =>
  run(
    tx,
    sql`insert into importaciones_omitidas (importacion_id, archivo) values (${importacion}, ${archivo})`,
  )

/** Returns the file of an import's omitted rows, until it can't be undone any more. */
export const findOmittedRows = async (db: Db, importacion: number): Promise<Uint8Array | undefined> =>
  (
    await one<{ archivo: Uint8Array }>(
      db,
      sql`select archivo from importaciones_omitidas where importacion_id = ${importacion}`,
    )
  )?.archivo
