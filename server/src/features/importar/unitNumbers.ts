import type { NamedRecord } from '../../platform/db/nameKeys.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { readInChunks } from './batches.ts'
import { type RowDecision, rejectRow } from './importRow.ts'

interface TruckUnit extends NamedRecord {
  texto: string
  clave: string
}

/** Returns the key of each unit number, with the live truck that has it. */
async function findUnits(
  db: Db,
  textos: readonly string[],
): Promise<Map<string, Omit<TruckUnit, 'id'> & { id: number | null }>> {
  const rows = await readInChunks([...new Set(textos)], (part) =>
    many<Omit<TruckUnit, 'id'> & { id: number | null }>(
      db,
      sql`select t.texto, unidad_clave(t.texto) as clave, c.id, c.placa as nombre
        from unnest(${part}::text[]) as t (texto)
          left join camiones c on unidad_clave(c.numero_unidad) = unidad_clave(t.texto) and c.eliminado_en is null`,
    ),
  )
  return new Map(rows.map((row) => [row.texto, row]))
}

/** Returns the live trucks with these unit numbers. */
export async function findTrucksByUnit(db: Db, textos: readonly string[]): Promise<TruckUnit[]> {
  const units = await findUnits(db, textos)
  return [...units.values()].flatMap(({ id, ...unit }) => (id === null ? [] : { ...unit, id }))
}

/** Rejects trucks whose unit number another truck has, or a row above. */
export async function rejectTakenUnits(db: Db, decisions: RowDecision[]): Promise<RowDecision[]> {
  const unitOf = ({ accion, valores }: RowDecision) =>
    (accion === 'nueva' || accion === 'cambiada') && valores.numero_unidad != null
      ? String(valores.numero_unidad)
      : undefined
  const units = await findUnits(
    db,
    decisions.flatMap((each) => unitOf(each) ?? []),
  )
  const taken = new Set<string>()
  return decisions.map((decision) => {
    const unit = units.get(unitOf(decision) ?? '')
    if (!unit) return decision
    const isAnother = unit.id !== null && unit.id !== decision.existing?.id
    if (isAnother || taken.has(unit.clave)) return rejectRow(decision, 'El número de unidad ya existe')
    taken.add(unit.clave)
    return decision
  })
}
