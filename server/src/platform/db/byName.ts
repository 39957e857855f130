import type { AnyCatalogue } from '@flota/contract/definition.ts'

// Column names come from the definitions, never from a request.

/** What a record is called, as SQL over its table. */
export const catalogueNameSql = ({ orderBy }: AnyCatalogue): string =>
  `trim(concat_ws(' ', ${orderBy.join(', ')}))`

/** By name means these fields in turn, Spanish sorting; every order ends with id. */
export const orderByName = ({ orderBy }: AnyCatalogue): string[] => [
  ...orderBy.map((field) => `${String(field)} collate es_nombre`),
  'id',
]
