import { catalogues } from '@flota/contract/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/definition.ts'
import type { DocumentoValues } from '@flota/contract/documentos.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import type { TarifaValues } from '@flota/contract/tarifas.ts'
import type { Sql } from 'sql-template-tag'
import type { RutaFields } from '../../domain/trips/write.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { FieldValues } from './importRow.ts'

type SqlType = 'text' | 'int' | 'numeric' | 'date' | 'time'
type Types = Readonly<Record<string, SqlType>>
/** The SQL type of every field: a field of the contract that is missing does not compile. */
type TypesOf<Values> = Readonly<Record<keyof Values, SqlType>>

/** The columns that a row of a sheet becomes. */
interface ImportColumns {
  /** Fields of POST. */
  fields: Types
  /** Columns that follow from the fields. */
  derived: Types
}

const ofCatalogue = ({ fields }: AnyCatalogue): ImportColumns => ({
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

const columnsOf: Readonly<Record<ImportTipo, ImportColumns>> = {
  choferes: ofCatalogue(catalogues.choferes),
  ayudantes: ofCatalogue(catalogues.ayudantes),
  camiones: ofCatalogue(catalogues.camiones),
  clientes: ofCatalogue(catalogues.clientes),
  tarifas: { fields: tarifas, derived: {} },
  documentos: { fields: documentos, derived: { tipo: 'text', nombre: 'text' } },
  // The texts of which the search text is made.
  rutas: { fields: rutas, derived: { numero_buscado: 'text', servicio_buscado: 'text' } },
}

/** The fields of a trip, in the order in which they are written. */
// Object.keys forgets its keys.
export const rutaFields = Object.keys(rutas) as (keyof RutaFields)[]

/** Returns the fields of POST as a select list. */
export const selectedFields = (tipo: ImportTipo, row = ''): Sql =>
  raw(
    Object.keys(columnsOf[tipo].fields)
      .map((name) => row + name)
      .join(', '),
  )

/** Returns the names of all columns that a new record gets. */
export const writtenColumns = (tipo: Exclude<ImportTipo, 'rutas'>): string[] =>
  Object.keys({ ...columnsOf[tipo].fields, ...columnsOf[tipo].derived })

/** Columns that are not written again: a record was found by them, or they follow from such a column. */
const fixed = ['placa', 'cliente_id', 'tipo_id', 'entidad', 'entidad_id']
const fixedOf = (tipo: ImportTipo) => (tipo === 'documentos' ? [...fixed, 'tipo', 'nombre'] : fixed)

/** Returns the columns that an import, and its undoing, writes again. */
export const changedColumns = (tipo: ImportTipo): string[] =>
  tipo === 'rutas' ? [] : writtenColumns(tipo).filter((column) => !fixedOf(tipo).includes(column))

/** Returns the rows as `d`, a row with all columns of its kind and `more`. */
export function recordset(tipo: ImportTipo, rows: readonly FieldValues[], more: Types = {}): Sql {
  const { fields, derived } = columnsOf[tipo]
  const typed = Object.entries({ ...more, ...fields, ...derived }).map(([name, type]) => `${name} ${type}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (${raw(typed.join(', '))})`
}
