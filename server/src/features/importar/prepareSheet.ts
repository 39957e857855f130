import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { ImportRow } from './importRow.ts'
import { type CompanyDay, describeSheet, type ImportSheet } from './importSheet.ts'
import type { ParsedSheet } from './reader/sheet.ts'
import { type CellReference, clienteReference, createFinders, resolveRow } from './references.ts'
import { validateRows } from './validateRows.ts'

const placa: CellReference = { campo: 'placa', column: 'id', tabla: 'camiones' }
const piloto: CellReference = { campo: 'piloto', column: 'chofer_id', tabla: 'choferes' }
const fullName = (tabla: CellReference['tabla']): CellReference[] => [
  { campo: 'nombre_completo', column: 'id', tabla },
]

/** References that make a row more than a total or a heading. */
const references: Record<ImportTipo, readonly CellReference[]> = {
  choferes: fullName('choferes'),
  ayudantes: fullName('ayudantes'),
  clientes: fullName('clientes'),
  camiones: [placa],
  tarifas: [clienteReference],
  documentos: [placa, piloto],
  rutas: [placa, piloto, clienteReference],
  facturas: [clienteReference],
}

const withFullName = ({ parsed, ...row }: ImportRow): ImportRow => {
  const parts = [parsed.nombre, parsed.apellido].filter((part) => part != null)
  return {
    ...row,
    parsed: { ...parsed, nombre_completo: parsed.nombre_completo ?? (parts.join(' ') || null) },
  }
}

/** Returns the numbers of the rows that look like a total or a heading and name no truck, pilot or client. */
async function findIgnoredRows(db: Db, tipo: ImportTipo, sheet: ImportSheet): Promise<Set<number>> {
  const ignorable = sheet.filas.flatMap(({ fila, ownCells }) => (ownCells ? [{ fila, cells: ownCells }] : []))
  if (ignorable.length === 0) return new Set()
  const rows = (
    await validateRows(tipo, { ...sheet, filas: ignorable }, { sin: [], duplicados: 'error' })
  ).map(withFullName)
  const finders = await createFinders(db, rows, references[tipo], new Map())
  const namesRecord = (row: ImportRow) => {
    const { nombres, errors } = resolveRow({ ...row, errors: [] }, references[tipo], finders)
    const isAmbiguous = errors.some(({ unknown }) => (unknown?.several.length ?? 0) > 0)
    return isAmbiguous || Object.keys(nombres).length > 0
  }
  return new Set(rows.filter((row) => !namesRecord(row)).map(({ fila }) => fila))
}

/** Describes the sheet's columns and leaves out totals and repeated headings. */
export async function prepareSheet(
  db: Db,
  tipo: ImportTipo,
  parsed: ParsedSheet,
  day: CompanyDay,
): Promise<ImportSheet> {
  const sheet = describeSheet(tipo, parsed, day)
  const ignored = await findIgnoredRows(db, tipo, sheet)
  if (ignored.size === 0) return sheet
  const filas = parsed.filas.filter(({ fila }) => !ignored.has(fila))
  return { ...describeSheet(tipo, { ...parsed, filas }, day), ignoradas: [...ignored] }
}
