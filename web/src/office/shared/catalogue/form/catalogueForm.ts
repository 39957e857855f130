import { type AnyCatalogueCalls, type AnyRow, catalogueEndpoints } from '@flota/contract/people/catalogue.ts'
import type { CatalogueField } from '@flota/contract/records/catalogueFields.ts'
import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue, CatalogueValues, FieldSet } from '@flota/contract/records/definition.ts'
import { dateField, textField, uppercaseField } from '../../../../form/fields.tsx'

function inputOf(field: CatalogueField) {
  if (field.type === 'date') return dateField(field.label)
  if (field.input === 'capitals') return uppercaseField(field.label)
  return textField(field.label, { input: field.input === 'tel' ? { type: 'tel' } : {} })
}

/** Builds a catalogue's form from its definition. */
export function catalogueForm(catalogue: AnyCatalogue) {
  // TypeScript can't derive a row's values from field names alone.
  const calls = catalogueEndpoints<CatalogueName, FieldSet, string>(
    catalogue as AnyCatalogue & { name: CatalogueName },
  ) as unknown as AnyCatalogueCalls
  const fields = Object.entries(catalogue.fields).map(([name, field]) => [name, inputOf(field)] as const)
  return {
    calls,
    fields: Object.fromEntries(fields),
    words: catalogue.words,
    nameOf: (row: AnyRow) => catalogue.nameOf(row as CatalogueValues<FieldSet>),
  }
}
