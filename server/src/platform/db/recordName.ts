import { type RegistroTipo, registroOf } from '@flota/contract/registros.ts'

/** How the bin, the log and refusals call a record: SQL over its table. */
export function recordNameSql(tipo: RegistroTipo): string {
  const { nombre, between = ' ' } = registroOf(tipo)
  const parts = nombre.map((column) =>
    column.endsWith('_id') ? `nombre_de('${column}', ${column})` : column,
  )
  return `trim(concat_ws('${between}', ${parts.join(', ')}))`
}
