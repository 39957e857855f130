import { randomUUID } from 'node:crypto'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'

export const everyCatalogue: AnyCatalogue[] = Object.values(catalogues)

export const textFields = ({ fields }: AnyCatalogue): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.type === 'text')

export const maxLengthOf = ({ fields }: AnyCatalogue, name: string): number => {
  const field = fields[name]
  return field?.type === 'text' ? field.max : Number.NaN
}

/** Returns the values of a catalogue's form, each text unique. */
export const valuesOf = ({ fields }: AnyCatalogue, changes: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [
      name,
      type === 'date' ? '2027-02-28' : `x${randomUUID().replaceAll('-', '').slice(0, 19)}`,
    ]),
  ),
  ...changes,
})
