/** The fields of a catalogue as data. No zod: lists and details import it. */

export interface TextField {
  readonly kind: 'text'
  readonly label: string
  /** In Unicode code points. */
  readonly max: number
  /** Leads the card on a phone and the keyboard there: a telephone pad, a word in capitals. */
  readonly input?: 'tel' | 'capitals'
}
export interface DateField {
  readonly kind: 'date'
  readonly label: string
}
export type CatalogueField = TextField | DateField

export const text = (label: string, input?: 'capitals'): TextField => ({
  kind: 'text',
  label,
  max: 100,
  ...(input && { input }),
})
export const telefono = (): TextField => ({ kind: 'text', label: 'Teléfono', max: 30, input: 'tel' })
export const date = (label: string): DateField => ({ kind: 'date', label })
