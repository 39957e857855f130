import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import type { ImportOptions } from '@flota/contract/imports/importQuery.ts'
import type { Db } from '../../platform/db/sql.ts'
import { decimalCommaCampos, type ImportSheet } from './importSheet.ts'
import { match } from './match.ts'
import { previewRows } from './previewRows.ts'
import { listSimilarPersons, listUnknownNames } from './similarNames.ts'
import {
  countsOf,
  errorDetails,
  errorGroups,
  missingColumnDetails,
  missingColumnGroups,
  missingColumns,
} from './summary.ts'
import { validateRows } from './validateRows.ts'

/** Of a sheet without required columns every row is an error. */
const withoutColumns = ({ filas }: ImportSheet, faltan: readonly string[]) => ({
  desconocidos: [],
  parecidos: [],
  ...countsOf([]),
  errores: filas.length,
  detalle: missingColumnDetails(faltan),
  grupos: missingColumnGroups(
    faltan,
    filas.map(({ fila }) => fila),
  ),
  vista: [],
})

/** Returns what an import would do with each row, without writing. */
export async function previewImport(
  db: Db,
  tipo: ImportTipo,
  sheet: ImportSheet,
  options: ImportOptions,
): Promise<VistaPrevia> {
  const { hoja, hojas, columnas } = sheet
  const faltan = missingColumns(tipo, sheet, options)
  const head = {
    recordado: sheet.remembered !== null,
    hoja,
    hojas,
    filas: sheet.filas.length,
    columnas,
    faltan,
    ignoradas: [...sheet.ignoradas],
    coma_decimal: decimalCommaCampos(sheet),
  }
  if (faltan.length > 0) return { ...head, ...withoutColumns(sheet, faltan) }
  const rows = await validateRows(tipo, sheet, options)
  const decisions = await match[tipo](db, rows, options)
  return {
    ...head,
    ...countsOf(decisions),
    detalle: errorDetails(tipo, sheet, decisions),
    desconocidos: await listUnknownNames(db, decisions),
    parecidos: await listSimilarPersons(db, tipo, decisions, options.nombres),
    grupos: errorGroups(tipo, decisions),
    vista: await previewRows(db, tipo, decisions, options.fechaArchivo ?? sheet.modified ?? undefined),
  }
}
