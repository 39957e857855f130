import type { Field } from '../core/fields.ts'

/** Fields of a catalogue: texts and dates that every form demands. */

export interface CatalogueText extends Field {
  readonly type: 'text'
  readonly label: string
  readonly required: true
  readonly max: number
}
export interface CatalogueDate extends Field {
  readonly type: 'date'
  readonly label: string
  readonly nullIfOld: true
}
export type CatalogueField = CatalogueText | CatalogueDate

export const textField = (label: string, options: Partial<CatalogueText> = {}): CatalogueText => ({
  type: 'text',
  label,
  required: true,
  max: 100,
  ...options,
})
export const nameField = (label: string): CatalogueText => textField(label, { rule: 'name' })
export const telefonoField = () => textField('Teléfono', { max: 30, input: 'tel', example: '5555-1234' })
export const dateField = (label: string): CatalogueDate => ({ type: 'date', label, nullIfOld: true })
