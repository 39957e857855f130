import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import { type RegistroTipo, registroOf } from '@flota/contract/records/registros.ts'

// Column names come from the definitions, never from a request.

/** Returns the SQL for a record's name over its table, as the bin, the log and errors show it. */
export function recordNameSql(tipo: RegistroTipo): string {
  const { nameColumns, nameSeparator = ' ' } = registroOf(tipo)
  const parts = nameColumns.map((column) =>
    column.endsWith('_id') ? `nombre_de('${column}', ${column})` : column,
  )
  return `trim(concat_ws('${nameSeparator}', ${parts.join(', ')}))`
}

/** Returns the SQL for a catalogue record's name over its table. */
export const catalogueNameSql = ({ orderBy }: AnyCatalogue): string =>
  `trim(concat_ws(' ', ${orderBy.join(', ')}))`

/** Returns a catalogue's order by name, with Spanish sorting and the id last. */
export const orderByName = ({ orderBy }: AnyCatalogue): string[] => [
  ...orderBy.map((field) => `${String(field)} collate es_nombre`),
  'id',
]
