import type { CatalogueValues } from '@flota/contract/definition.ts'
import { formatFecha, formatTelefono } from '@flota/contract/format.ts'
import type { Catalogue, CatalogueRow } from './calls.ts'

export const labelOf = ({ fields, readOnly }: Catalogue, key: string) =>
  fields[key]?.label ?? readOnly[key] ?? key

/** A value as text: dates and phones in their usual form, N/A where empty. */
export function textOf({ fields }: Catalogue, row: CatalogueRow, key: string): string {
  const value = row[key]
  if (value === null || value === undefined || value === '') return 'N/A'
  const field = fields[key]
  if (field?.kind === 'date') return formatFecha(String(value))
  return field?.input === 'tel' ? formatTelefono(String(value)) : String(value)
}

/** Orders of the list → labels. */
export function orderLabels(catalogue: Catalogue): Record<string, string> {
  const by = labelOf(catalogue, String(catalogue.orderBy[0]))
  return {
    nombre: `${by}, de la A a la Z`,
    '-nombre': `${by}, de la Z a la A`,
    recientes: 'Más recientes primero',
    ...catalogue.orders,
  }
}

// A row has the definition's own fields, but by their names alone TypeScript cannot know that these are text.
type OwnFields = CatalogueValues<Catalogue['fields']>
export const recordNameOf = (catalogue: Catalogue, row: CatalogueRow) => catalogue.nameOf(row as OwnFields)
export const deleteQuestion = (catalogue: Catalogue, row: CatalogueRow) =>
  catalogue.confirmDelete(row as OwnFields)
