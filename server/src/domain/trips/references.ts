import { sentences } from '@flota/contract/core/sentences.ts'
import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import { openEstados } from '@flota/contract/records/estados.ts'
import type { Ruta, RutaValues } from '@flota/contract/trips/rutas.ts'
import { type Db, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'
import { unknownReference } from '../../platform/errors.ts'

/** A trip's columns that refer to a catalogue. */
export type ReferenceColumn = Extract<keyof RutaValues, `${string}_id`>
export type References = Record<ReferenceColumn, number | null>

interface Reference {
  table: CatalogueName
  /** Line of a trip's search text with the record's name. */
  line?: 'cliente' | 'piloto'
  /** Fields of the trip, by the column of the record that they show. */
  shownColumns: Partial<Record<keyof Ruta, string>>
  unknown: string
}

/** In the order in which errors name the records and transactions lock them. */
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

// Object.keys returns string[].
export const referenceColumns = Object.keys(references) as ReferenceColumn[]

export const columnsTo = (table: string) =>
  referenceColumns.filter((column) => references[column].table === table)

/** Returns the 400 that names every missing record, at least one. */
export function unknownReferences(missing: readonly ReferenceColumn[]) {
  const errors = missing.map((column): [string, string] => [column, references[column].unknown])
  return unknownReference(Object.fromEntries(errors))
}

/** Locks the record, if any, against deletion. @throws {HttpError} 400 if it does not exist or is in the bin */
export async function lockReference(tx: Db, column: ReferenceColumn, id: number | null): Promise<void> {
  if (id === null) return
  const statement = sql`select id from ${raw(references[column].table)} where id = ${id} and eliminado_en is null for share`
  if (!(await one(tx, statement))) throw unknownReferences([column])
}

/**
 * Locks the records of several trips against deletion and renaming, by table and id.
 * @returns a function that returns the columns whose record does not exist or is in the bin
 */
export async function lockReferences(tx: Db, used: readonly References[]) {
  const found = new Map<ReferenceColumn, Set<number>>()
  for (const column of referenceColumns) {
    const rows = await many<{ id: number }>(
      tx,
      sql`select id from ${raw(references[column].table)}
        where id = any(${used.map((each) => each[column])}::int[]) and eliminado_en is null order by id for share`,
    )
    found.set(column, new Set(rows.map(({ id }) => id)))
  }
  return (each: References): ReferenceColumn[] =>
    referenceColumns.filter((column) => {
      const id = each[column]
      return id !== null && !found.get(column)?.has(id)
    })
}

/** The states are literals: with parameters a prepared statement could not use the index of open trips. */
export const isOpenSql = raw(`estado in (${openEstados.map((estado) => `'${estado}'`).join(', ')})`)

/** Returns the CTE `fila_<column>`, which locks the record against deletion and renaming; runs after `revision`. */
export const lockedReferenceCte = (column: ReferenceColumn, id: unknown) => {
  const { table, line, shownColumns } = references[column]
  const name = line ? 'nombre_completo(busqueda)' : 'null::text'
  const shown = Object.entries(shownColumns).map(([field, source]) => `${source} as ${field}`)
  return sql`${raw(`fila_${column}`)} as (
    select id, ${raw([`${name} as buscado`, ...shown].join(', '))}, eliminado_en
    from ${raw(table)} where id = ${id} and exists (select from revision) for share)`
}

/** Returns the fields that a trip shows of its records, read from the CTEs of `used`; null for other columns. */
export const shownReferenceColumns = (used: readonly ReferenceColumn[]) =>
  raw(
    referenceColumns
      .flatMap((column) =>
        Object.keys(references[column].shownColumns).map((name) =>
          used.includes(column) ? `(select ${name} from fila_${column}) as ${name}` : `null as ${name}`,
        ),
      )
      .join(', '),
  )

export const columnList = (columns: readonly ReferenceColumn[], name: (column: ReferenceColumn) => string) =>
  raw(columns.map(name).join(', '))

/** Returns the pilots by name. */
export const findPilotos = (db: Db) =>
  many<{ id: number; nombre: string; apellido: string }>(
    db,
    prepared(sql`select id, nombre, apellido from choferes where eliminado_en is null
      order by nombre collate es_nombre, apellido collate es_nombre, id limit 1000`),
  )
