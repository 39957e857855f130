import type { ImportarQuery, VistaPrevia } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import type { Db } from '../../platform/db/sql.ts'
import { match } from './match.ts'
import { faltanIn } from './missingColumns.ts'
import type { Sheet } from './reader/sheet.ts'
import { countsOf, detalleOf, faltanDetalle, vistaOf } from './summary.ts'
import { judgeCells } from './validateRows.ts'

/** What would happen, row by row; nothing is written. */
export async function preview(
  db: Db,
  tipo: ImportTipo,
  sheet: Sheet,
  modo: ImportarQuery['duplicados'],
): Promise<VistaPrevia> {
  const { hoja, hojas, columnas } = sheet
  const faltan = faltanIn(tipo, sheet)
  const head = { hoja, hojas, filas: sheet.filas.length, columnas, faltan }
  if (faltan.length > 0)
    return {
      ...head,
      ...countsOf([]),
      errores: sheet.filas.length,
      detalle: faltanDetalle(faltan),
      vista: [],
    }
  const filas = await judgeCells(tipo, sheet)
  const juicios = await match[tipo](db, filas, modo)
  return {
    ...head,
    ...countsOf(juicios),
    detalle: detalleOf(tipo, sheet, filas, juicios),
    vista: vistaOf(tipo, filas, juicios),
  }
}
