/** Fields of a catalogue as data. No zod: lists and details import it. */

export interface CatalogueText {
  readonly kind: 'text'
  readonly label: string
  /** Unicode code points. */
  readonly max: number
  /** Keyboard on a phone: telephone pad or capitals. Such a field also leads the card. */
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
