import type { ImportarQuery } from '@flota/contract/importar.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  addRow,
  decideMatched,
  FirstRows,
  hasErrors,
  importedFields,
  type RowPreview,
  rejectRepeated,
  rejectRow,
} from './decideAction.ts'
import type { ExistingRecord, ImportRow, RowDecision } from './importRow.ts'
import { findPlacas } from './lookups.ts'
import { inChunks } from './yieldToEventLoop.ts'

async function findExisting(db: Db, ids: number[]): Promise<Map<number, ExistingRecord>> {
  const rows = new Map<number, ExistingRecord>()
  for (const part of inChunks(ids, 5000)) {
    const some = await many<Record<string, string> & { id: number; version: number }>(
      db,
      sql`select id, version, ${selectedFields('camiones')} from camiones where id = any(${part}::int[])`,
    )
    for (const { id, version, ...valores } of some) rows.set(id, { id, version, valores })
  }
  return rows
}

/** Trucks: the same by plate. */
export async function matchCamiones(
  db: Db,
  filas: readonly ImportRow[],
  modo: ImportarQuery['duplicados'],
): Promise<RowDecision[]> {
  const vistas = filas.map((fila): RowPreview => ({ fila, errors: fila.errors, valores: fila.valores }))
  const placaOf = ({ valores }: RowPreview) => String(valores.placa)
  const placas = await findPlacas(db, vistas.filter((vista) => !hasErrors(vista)).map(placaOf))
  const there = await findExisting(
    db,
    [...placas.values()].flatMap(({ id }) => id ?? []),
  )
  const escrito = importedFields(filas).filter((campo) => campo !== 'placa')
  const firsts = new FirstRows()
  return vistas.map((vista) => {
    if (hasErrors(vista)) return rejectRow(vista)
    const { clave = '', id = null } = placas.get(placaOf(vista)) ?? {}
    const first = firsts.claim(clave, vista.fila.fila)
    if (first !== undefined) return rejectRepeated(vista, first)
    const registro = id === null ? undefined : there.get(id)
    return registro
      ? decideMatched(vista, { registro, message: 'La placa ya existe', writtenFields: escrito }, modo)
      : addRow(vista)
  })
}
