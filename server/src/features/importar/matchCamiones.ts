import type { ImportarQuery } from '@flota/contract/importar.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import { broughtBy, Firsts, fresh, isWrong, repeats, same, type Vista, wrong } from './decideAction.ts'
import type { Fila, Juicio, Registro } from './importRow.ts'
import { findPlacas } from './lookups.ts'
import { partsOf } from './yieldToEventLoop.ts'

async function registrosOf(db: Db, ids: number[]): Promise<Map<number, Registro>> {
  const rows = new Map<number, Registro>()
  for (const part of partsOf(ids, 5000)) {
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
  filas: readonly Fila[],
  modo: ImportarQuery['duplicados'],
): Promise<Juicio[]> {
  const vistas = filas.map((fila): Vista => ({ fila, fallas: fila.fallas, valores: fila.valores }))
  const placaOf = ({ valores }: Vista) => String(valores.placa)
  const placas = await findPlacas(db, vistas.filter((vista) => !isWrong(vista)).map(placaOf))
  const there = await registrosOf(
    db,
    [...placas.values()].flatMap(({ id }) => id ?? []),
  )
  const escrito = broughtBy(filas).filter((campo) => campo !== 'placa')
  const firsts = new Firsts()
  return vistas.map((vista) => {
    if (isWrong(vista)) return wrong(vista)
    const { clave = '', id = null } = placas.get(placaOf(vista)) ?? {}
    const first = firsts.take(clave, vista.fila.fila)
    if (first !== undefined) return repeats(vista, first)
    const registro = id === null ? undefined : there.get(id)
    return registro ? same(vista, { registro, mensaje: 'La placa ya existe', escrito }, modo) : fresh(vista)
  })
}
