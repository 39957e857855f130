import type { ImportarQuery } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { ImportRow, RowDecision } from './importRow.ts'
import { matchCamiones } from './matchCamiones.ts'
import { matchDocumentos } from './matchDocumentos.ts'
import { matchPersonas } from './matchPersonas.ts'
import { matchRutas } from './matchRutas.ts'
import { matchTarifas } from './matchTarifas.ts'

type Match = (
  db: Db,
  filas: readonly ImportRow[],
  modo: ImportarQuery['duplicados'],
) => Promise<RowDecision[]>

/** What becomes of each row, beside what is there and the rows above it. */
export const match: Record<ImportTipo, Match> = {
  choferes: (db, filas, modo) => matchPersonas(db, 'choferes', filas, modo),
  ayudantes: (db, filas, modo) => matchPersonas(db, 'ayudantes', filas, modo),
  clientes: (db, filas, modo) => matchPersonas(db, 'clientes', filas, modo),
  camiones: matchCamiones,
  tarifas: matchTarifas,
  documentos: matchDocumentos,
  rutas: matchRutas,
}
