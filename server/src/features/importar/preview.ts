import type { ImportarQuery, VistaPrevia } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import type { Db } from '../../platform/db/sql.ts'
import { match } from './match.ts'
import { missingColumns } from './missingColumns.ts'
import type { ParsedSheet } from './reader/sheet.ts'
import { countsOf, errorDetails, missingColumnDetails, previewRows } from './summary.ts'
import { validateRows } from './validateRows.ts'

/** What would happen, row by row; nothing is written. */
export async function previewImport(
  db: Db,
  tipo: ImportTipo,
  sheet: ParsedSheet,
  modo: ImportarQuery['duplicados'],
): Promise<VistaPrevia> {
  const { hoja, hojas, columnas } = sheet
  const faltan = missingColumns(tipo, sheet)
  const head = { hoja, hojas, filas: sheet.filas.length, columnas, faltan }
  if (faltan.length > 0)
    return {
      ...head,
      ...countsOf([]),
      errores: sheet.filas.length,
      detalle: missingColumnDetails(faltan),
      vista: [],
    }
  const filas = await validateRows(tipo, sheet)
  const juicios = await match[tipo](db, filas, modo)
  return {
    ...head,
    ...countsOf(juicios),
    detalle: errorDetails(tipo, sheet, filas, juicios),
    vista: previewRows(tipo, filas, juicios),
  }
}
