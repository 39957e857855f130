import type { Field } from '../core/fields.ts'

/** Fields of a catalogue: texts and dates. */

export interface CatalogueText extends Field {
  readonly type: 'text'
  readonly label: string
  readonly max: number
}
export interface RequiredText extends CatalogueText {
  readonly required: true
}
/** Demanded by forms; null if a sheet came in without it. */
export interface TextThatMayLack extends CatalogueText {
  readonly nullIfOld: true
}
export interface CatalogueDate extends Field {
  readonly type: 'date'
  readonly label: string
  readonly nullIfOld: true
}
export type CatalogueField = CatalogueText | CatalogueDate

type TextOptions = Partial<Pick<CatalogueText, 'input' | 'rule' | 'max' | 'example' | 'description'>>

export const optionalText = (label: string, options: TextOptions = {}): CatalogueText => ({
  type: 'text',
  label,
  max: 100,
  ...options,
})
export const textField = (label: string, options: TextOptions = {}): RequiredText => ({
  ...optionalText(label, options),
  required: true,
})
export const textThatMayLack = (label: string, options: TextOptions = {}): TextThatMayLack => ({
  ...optionalText(label, options),
  nullIfOld: true,
})
export const nameField = (label: string, options: TextOptions = {}) =>
  textField(label, { rule: 'name', ...options })
const telefono = { max: 30, input: 'tel', example: '5555-1234' } as const
export const telefonoField = () =>
  textField('Teléfono', { ...telefono, description: 'Número de teléfono, como se escribió.' })
export const telefonoThatMayLack = () =>
  textThatMayLack('Teléfono', {
    ...telefono,
    description: 'Número de teléfono, como se escribió; null si no se sabe.',
  })
export const dateField = (label: string, options: Pick<Field, 'description' | 'example'>): CatalogueDate => ({
  type: 'date',
  label,
  nullIfOld: true,
  ...options,
})
