import type { CatalogueName } from '@flota/contract/catalogues.ts'
import { openEstados } from '@flota/contract/estados.ts'
import type { Ruta, RutaValues } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { type Db, one, raw, sql } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/http/errors.ts'

/** A trip's columns that name a record of a catalogue. */
export type ReferenceColumn = Extract<keyof RutaValues, `${string}_id`>

interface Reference {
  table: CatalogueName
  /** The line of a trip's search text that holds the record's name. */
  line?: 'cliente' | 'piloto'
  /** What a trip tells of the record, and the record's column. */
  shownColumns: Partial<Record<keyof Ruta, string>>
  unknown: string
}

/** What a trip refers to, in the order in which refusals name it and the records are locked. */
export const references: Readonly<Record<ReferenceColumn, Reference>> = {
  cliente_id: {
    table: 'clientes',
    line: 'cliente',
    shownColumns: { cliente_nombre: 'nombre', cliente_apellido: 'apellido' },
    unknown: sentences.unknownCliente,
  },
  camion_id: {
    table: 'camiones',
    shownColumns: { camion_placa: 'placa', camion_marca: 'marca', camion_modelo: 'modelo' },
    unknown: sentences.unknownCamion,
  },
  chofer_id: {
    table: 'choferes',
    line: 'piloto',
    shownColumns: { piloto_nombre: 'nombre', piloto_apellido: 'apellido' },
    unknown: sentences.unknownChofer,
  },
  ayudante_id: {
    table: 'ayudantes',
    shownColumns: { ayudante_nombre: 'nombre', ayudante_apellido: 'apellido' },
    unknown: sentences.unknownAyudante,
  },
}

// Object.keys forgets its keys.
export const referenceColumns = Object.keys(references) as ReferenceColumn[]

/** The columns that name a record of this catalogue. */
export const columnsTo = (table: string) =>
  referenceColumns.filter((column) => references[column].table === table)

/** The 400 that names every missing record; there must be at least one. */
export function unknownReferences(missing: readonly ReferenceColumn[]) {
  const sentences = missing.map((column): [string, string] => [column, references[column].unknown])
  return invalid(Object.fromEntries(sentences), sentences[0]?.[1])
}

/** Locks the record that the column names, if any, against deletion in this transaction. @throws {HttpError} 400 when it is gone */
export async function lockReference(tx: Db, column: ReferenceColumn, id: number | null): Promise<void> {
  if (id === null) return
  const statement = sql`select id from ${raw(references[column].table)} where id = ${id} and eliminado_en is null for share`
  if (!(await one(tx, statement))) throw unknownReferences([column])
}

/** The states are literals and no parameters, so that a prepared statement too can use the index of open trips. */
export const isOpenSql = raw(`estado in (${openEstados.map((estado) => `'${estado}'`).join(', ')})`)

/** The CTE `fila_<column>`: reads the record and locks it against deletion and renaming; runs after `revision`. */
export const lockedReferenceCte = (column: ReferenceColumn, id: unknown) => {
  const { table, line, shownColumns } = references[column]
  const name = line ? 'nombre_completo(busqueda)' : 'null::text'
  const more = Object.entries(shownColumns).map(([as, own]) => `${own} as ${as}`)
  return sql`${raw(`fila_${column}`)} as (
    select id, ${raw([`${name} as buscado`, ...more].join(', '))}, eliminado_en
    from ${raw(table)} where id = ${id} and exists (select from revision) for share)`
}

/** The columns that a trip shows of the records locked in `held`; null where it has none. */
export const shownReferenceColumns = (given: readonly ReferenceColumn[]) =>
  raw(
    referenceColumns
      .flatMap((column) =>
        Object.keys(references[column].shownColumns).map((name) =>
          given.includes(column) ? `(select ${name} from fila_${column}) as ${name}` : `null as ${name}`,
        ),
      )
      .join(', '),
  )

/** A list of all reference columns, each written by `name`. */
export const columnList = (columns: readonly ReferenceColumn[], name: (column: ReferenceColumn) => string) =>
  raw(columns.map(name).join(', '))
