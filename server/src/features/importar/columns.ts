import { type Fields, type FieldType, storedNames } from '@flota/contract/core/fields.ts'
import { fromKeys } from '@flota/contract/core/keys.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { type CatalogueName, catalogueNames, catalogues } from '@flota/contract/records/catalogues.ts'
import { documentoFields } from '@flota/contract/records/documentos.ts'
import { facturaFields } from '@flota/contract/records/facturas.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import { tarifaFields } from '@flota/contract/records/tarifas.ts'
import type { Sql } from 'sql-template-tag'
import { raw, sql } from '../../platform/db/sql.ts'
import type { FieldValues } from './importRow.ts'

type SqlType = 'text' | 'int' | 'numeric' | 'date' | 'time' | 'timestamptz' | 'boolean' | 'int[]'
type Types = Readonly<Record<string, SqlType>>

const sqlTypes: Record<FieldType, SqlType> = {
  text: 'text',
  choice: 'text',
  date: 'date',
  hour: 'time',
  moment: 'timestamptz',
  amount: 'numeric',
  integer: 'int',
  minutes: 'int',
  id: 'int',
  boolean: 'boolean',
  list: 'int[]',
}

/** Table columns that a row of a sheet fills. */
interface ImportColumns {
  /** Fields of POST. */
  fields: Types
  /** Columns computed from the fields. */
  derived: Types
}

const importColumnsOf = (fields: Fields, derived: Types = {}): ImportColumns => ({
  fields: fromKeys(storedNames(fields), (name) => sqlTypes[fields[name]?.type ?? 'text']),
  derived,
})
const catalogueColumns = (name: CatalogueName) =>
  importColumnsOf(catalogues[name].fields, { busqueda: 'text' })

const importColumns: Readonly<Record<ImportTipo, ImportColumns>> = {
  ...fromKeys(catalogueNames, catalogueColumns),
  tarifas: importColumnsOf(tarifaFields),
  documentos: importColumnsOf(documentoFields, { tipo: 'text', nombre: 'text' }),
  // Parts of the search text.
  rutas: importColumnsOf(rutaFields, { numero_buscado: 'text', servicio_buscado: 'text' }),
  facturas: importColumnsOf(facturaFields, { saldo_inicial: 'numeric' }),
}

/** Kinds whose records an import only creates, by statements of their own. */
export type CreatedTipo = 'rutas' | 'facturas'
const isCreatedTipo = (tipo: ImportTipo): tipo is CreatedTipo => tipo === 'rutas' || tipo === 'facturas'

/** Returns the fields of POST as a select list. */
export const selectedFields = (tipo: ImportTipo, prefix = ''): Sql =>
  raw(
    Object.keys(importColumns[tipo].fields)
      .map((name) => prefix + name)
      .join(', '),
  )

/** Returns the columns that a new record gets. */
export const writtenColumns = (tipo: Exclude<ImportTipo, CreatedTipo>): string[] =>
  Object.keys({ ...importColumns[tipo].fields, ...importColumns[tipo].derived })

/** Columns that matched the record, and so never change. */
const keyColumns = ['placa', 'cliente_id', 'tipo_id', 'entidad', 'entidad_id']
const keyColumnsOf = (tipo: ImportTipo) =>
  tipo === 'documentos' ? [...keyColumns, 'tipo', 'nombre'] : keyColumns

/** Returns the columns that an import updates and an undo restores. */
export const changedColumns = (tipo: ImportTipo): string[] =>
  isCreatedTipo(tipo) ? [] : writtenColumns(tipo).filter((column) => !keyColumnsOf(tipo).includes(column))

/** Returns the rows as a record set `d` with all columns of the type and `extraColumns`. */
export function recordset(tipo: ImportTipo, rows: readonly FieldValues[], extraColumns: Types = {}): Sql {
  const { fields, derived } = importColumns[tipo]
  const typed = Object.entries({ ...extraColumns, ...fields, ...derived }).map(
    ([name, type]) => `${name} ${type}`,
  )
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (${raw(typed.join(', '))})`
}
