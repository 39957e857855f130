import { type CatalogueName, catalogues } from '@flota/contract/catalogues.ts'
import { documentoOwnerCampos, type ImportTipo } from '@flota/contract/importarCampos.ts'
import { catalogueNameSql } from '../../platform/db/byName.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { ConcurrentChangeError } from './concurrentChange.ts'
import type { RowDecision } from './importRow.ts'
import { type CellReference, rutaReferences, tarifaReferences } from './resolveReferences.ts'
import { inChunks } from './yieldToEventLoop.ts'

type Tabla = CatalogueName | 'documento_tipos'

/** In the order in which all writers lock them. */
const lockOrder: readonly Tabla[] = ['clientes', 'camiones', 'choferes', 'ayudantes', 'documento_tipos']

const byTipo: Partial<Record<ImportTipo, readonly CellReference[]>> = {
  rutas: rutaReferences,
  tarifas: tarifaReferences,
}

/** What the new records name: of each table the ids, and what each is called. */
function referencedIds(tipo: ImportTipo, juicios: readonly RowDecision[]): Map<Tabla, Map<number, string>> {
  const all = new Map(lockOrder.map((tabla) => [tabla, new Map<number, string>()]))
  const add = (tabla: Tabla, id: unknown, nombre: string | undefined) => {
    if (typeof id === 'number' && nombre !== undefined) all.get(tabla)?.set(id, nombre)
  }
  for (const { accion, valores, nombres } of juicios) {
    if (accion !== 'nueva') continue
    for (const { campo, column, tabla } of byTipo[tipo] ?? []) add(tabla, valores[column], nombres[campo])
    if (tipo !== 'documentos') continue
    add('documento_tipos', valores.tipo_id, nombres.tipo)
    const tabla = lockOrder.find((each) => each === valores.entidad)
    const campo = documentoOwnerCampos.find((each) => nombres[each] !== undefined)
    if (tabla && campo) add(tabla, valores.entidad_id, nombres[campo])
  }
  return all
}

/**
 * Holds what the new records name until the transaction ends: nobody deletes or renames it any more. Late, so that
 * whoever writes one of them meanwhile hardly waits. @throws {Moved} where somebody did
 */
export async function lockReferencedRecords(
  tx: Db,
  tipo: ImportTipo,
  juicios: readonly RowDecision[],
): Promise<void> {
  for (const [tabla, nombres] of referencedIds(tipo, juicios)) {
    const name = tabla === 'documento_tipos' ? 'nombre' : catalogueNameSql(catalogues[tabla])
    const isInUse = tabla === 'documento_tipos' ? 'activo and eliminado_en is null' : 'eliminado_en is null'
    for (const part of inChunks(
      [...nombres.keys()].toSorted((a, b) => a - b),
      5000,
    )) {
      const rows = await many<{ id: number; nombre: string }>(
        tx,
        sql`select id, ${raw(name)} as nombre from ${raw(tabla)}
          where id = any(${part}::int[]) and ${raw(isInUse)} order by id for share`,
      )
      if (rows.length < part.length || rows.some(({ id, nombre }) => nombres.get(id) !== nombre))
        throw new ConcurrentChangeError()
    }
  }
}
