/** The fields of a catalogue as data. No zod: lists and details import it. */

export interface CatalogueText {
  readonly kind: 'text'
  readonly label: string
  /** In Unicode code points. */
  readonly max: number
  /** Leads the card on a phone and the keyboard there: a telephone pad, a word in capitals. */
  readonly input?: 'tel' | 'capitals'
}
export interface CatalogueDate {
  readonly kind: 'date'
  readonly label: string
}
export type CatalogueField = CatalogueText | CatalogueDate

export const textField = (label: string, input?: 'capitals'): CatalogueText => ({
  kind: 'text',
  label,
  max: 100,
  ...(input && { input }),
})
export const telefonoField = (): CatalogueText => ({ kind: 'text', label: 'Teléfono', max: 30, input: 'tel' })
export const dateField = (label: string): CatalogueDate => ({ kind: 'date', label })
