import type { Values } from '@flota/contract/definition.ts'
import { fecha } from '@flota/contract/format.ts'
import type { Catalogue, Row } from './calls.ts'

export const labelOf = ({ fields, readOnly }: Catalogue, key: string) =>
  fields[key]?.label ?? readOnly[key] ?? key

/** A value as it is read: a date as people write it, N/A where there is none. */
export function textOf({ fields }: Catalogue, row: Row, key: string): string {
  const value = row[key]
  if (value === null || value === undefined || value === '') return 'N/A'
  return fields[key]?.kind === 'date' ? fecha(String(value)) : String(value)
}

// A row has the definition's own fields; by their names alone TypeScript cannot know that these are text.
type OwnFields = Values<Catalogue['fields']>
export const nameOf = (catalogue: Catalogue, row: Row) => catalogue.nameOf(row as OwnFields)
export const questionOf = (catalogue: Catalogue, row: Row) => catalogue.confirmDelete(row as OwnFields)
