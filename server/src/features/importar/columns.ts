import type { DocumentoValues } from '@flota/contract/documents/documentos.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import type { TarifaValues } from '@flota/contract/money/tarifas.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import type { Sql } from 'sql-template-tag'
import type { RutaFields } from '../../domain/trips/write.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { FieldValues } from './importRow.ts'

type SqlType = 'text' | 'int' | 'numeric' | 'date' | 'time'
type Types = Readonly<Record<string, SqlType>>
/** SQL type of every field of the contract. */
type TypesOf<Values> = Readonly<Record<keyof Values, SqlType>>

/** Table columns that a row of a sheet fills. */
interface ImportColumns {
  /** Fields of POST. */
  fields: Types
  /** Columns computed from the fields. */
  derived: Types
}

const catalogueColumns = ({ fields }: AnyCatalogue): ImportColumns => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, kind === 'date' ? 'date' : 'text']),
  ),
  derived: { busqueda: 'text' },
})

const tarifas: TypesOf<TarifaValues> = {
  cliente_id: 'int',
  origen: 'text',
  destino: 'text',
  servicio: 'text',
  precio: 'numeric',
  duracion_min: 'int',
  vigente_desde: 'date',
  vigente_hasta: 'date',
}

const documentos: TypesOf<DocumentoValues> = {
  tipo_id: 'int',
  entidad: 'text',
  entidad_id: 'int',
  numero: 'text',
  emitido: 'date',
  vence: 'date',
  nota: 'text',
}

const rutas: TypesOf<RutaFields> = {
  no_ruta: 'text',
  cliente_id: 'int',
  servicio: 'text',
  mercaderia: 'text',
  camion_id: 'int',
  combustible: 'numeric',
  origen: 'text',
  destino: 'text',
  chofer_id: 'int',
  ayudante_id: 'int',
  fecha: 'date',
  hora: 'time',
  precio: 'numeric',
  comentario: 'text',
  duracion_min: 'int',
  estado: 'text',
}

const importColumns: Readonly<Record<ImportTipo, ImportColumns>> = {
  choferes: catalogueColumns(catalogues.choferes),
  ayudantes: catalogueColumns(catalogues.ayudantes),
  camiones: catalogueColumns(catalogues.camiones),
  clientes: catalogueColumns(catalogues.clientes),
  tarifas: { fields: tarifas, derived: {} },
  documentos: { fields: documentos, derived: { tipo: 'text', nombre: 'text' } },
  // Parts of the search text.
  rutas: { fields: rutas, derived: { numero_buscado: 'text', servicio_buscado: 'text' } },
}

// Object.keys returns string[].
export const rutaFields = Object.keys(rutas) as (keyof RutaFields)[]

/** Returns the fields of POST as a select list. */
export const selectedFields = (tipo: ImportTipo, prefix = ''): Sql =>
  raw(
    Object.keys(importColumns[tipo].fields)
      .map((name) => prefix + name)
      .join(', '),
  )

/** Returns the columns that a new record gets. */
export const writtenColumns = (tipo: Exclude<ImportTipo, 'rutas'>): string[] =>
  Object.keys({ ...importColumns[tipo].fields, ...importColumns[tipo].derived })

/** Columns that matched the record, and so never change. */
const keyColumns = ['placa', 'cliente_id', 'tipo_id', 'entidad', 'entidad_id']
const keyColumnsOf = (tipo: ImportTipo) =>
  tipo === 'documentos' ? [...keyColumns, 'tipo', 'nombre'] : keyColumns

/** Returns the columns that an import updates and an undo restores. */
export const changedColumns = (tipo: ImportTipo): string[] =>
  tipo === 'rutas' ? [] : writtenColumns(tipo).filter((column) => !keyColumnsOf(tipo).includes(column))

/** Returns the rows as a record set `d` with all columns of the type and `extraColumns`. */
export function recordset(tipo: ImportTipo, rows: readonly FieldValues[], extraColumns: Types = {}): Sql {
  const { fields, derived } = importColumns[tipo]
  const typed = Object.entries({ ...extraColumns, ...fields, ...derived }).map(
    ([name, type]) => `${name} ${type}`,
  )
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (${raw(typed.join(', '))})`
}
