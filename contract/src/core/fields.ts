import { fromKeys } from './keys.ts'

/** Fields of records as data: schemas, labels, sheets, the log and the API document derive from them. No zod. */

export type FieldType =
  | 'text'
  | 'date'
  | 'hour'
  | 'moment'
  | 'amount'
  | 'integer'
  /** Whole minutes of a trip. */
  | 'minutes'
  /** Id of a record. */
  | 'id'
  | 'choice'
  | 'boolean'
  /** Ids or words. */
  | 'list'

/** Rule for new values (fieldRules.ts): no look-alike letters, no private-use characters, years 2000 to 2100. */
export type FieldRule = 'letters' | 'name' | 'tripDay'

export interface Field {
  /** Name on screens, in the log and as heading of a sheet. An id needs none: the log and sheets have names. */
  readonly label?: string
  readonly type: FieldType
  /** Never null, and demanded by forms. */
  readonly required?: true
  /** Demanded by forms, but null in records that are older than the field or came from a sheet without it. */
  readonly nullIfOld?: true
  /** Unicode code points of a text, by default 100. */
  readonly max?: number
  /** Unit after a number, like 'gal'; 'Q' for quetzales. */
  readonly unit?: string
  /** Words of a choice. With `anyWhenRead` stored rows may hold other words. */
  readonly choices?: readonly string[]
  readonly anyWhenRead?: true
  /** `read`: only the server writes it. `write`: no response has it. Default: both. */
  readonly use?: 'read' | 'write'
  /** An absent value keeps the stored one; null clears it. */
  readonly keptIfAbsent?: true
  /** Pilots may read it. A field without this is private to the office. */
  readonly pilot?: true
  /** Belongs to a trip's load: under 'Carga' on its page, and a column of lists, `width` rem wide. */
  readonly load?: { readonly width?: number }
  /** Only the response to one record has it, not its list. */
  readonly detailOnly?: true
  /** Keyboard on a phone: telephone pad or capitals. */
  readonly input?: 'tel' | 'capitals'
  readonly rule?: FieldRule
  /** Formats the stored value on screens and in the log, if its type and unit are not enough. */
  readonly format?: (value: unknown, zona?: string) => string
  /** Sentence for the API document: what it is, its unit, its form, when it is null. No screen shows it. */
  readonly description?: string
  readonly example?: string | number
}

export type Fields = Readonly<Record<string, Field>>

type Options = Omit<Field, 'type' | 'label'>

const fieldOf =
  <const T extends FieldType>(type: T) =>
  <const O extends Options>(label: string, options: O) => ({ type, label, ...options })

export const text = fieldOf('text')
export const date = fieldOf('date')
export const amount = fieldOf('amount')
export const choice = fieldOf('choice')
/** An id and what the server adds have no label: the log and sheets have names instead. */
export const unlabelled = <const T extends FieldType, const O extends Options>(type: T, options: O) => ({
  type,
  ...options,
})

/** A field that only the server writes. */
export const served = <const T extends FieldType, const O extends Options>(type: T, options: O) => ({
  type,
  use: 'read' as const,
  ...options,
})

/** For `{ required, pilot }` in short. */
export const required = true
export const pilot = true

/** Keeps the literal types, from which schemas and columns are derived. */
export const defineFields = <const F extends Fields>(fields: F): F => fields

type NamesWhere<F extends Fields, Condition> = {
  [K in keyof F]: F[K] extends Condition ? K : never
}[keyof F] &
  string
/** Names of the fields that a body holds. */
export type WrittenName<F extends Fields> = Exclude<keyof F & string, NamesWhere<F, { use: 'read' }>>
/** Names of the fields that a response holds. */
export type ReadName<F extends Fields> = Exclude<keyof F & string, NamesWhere<F, { use: 'write' }>>
export type LoadName<F extends Fields> = NamesWhere<F, { load: object }>
export type PilotName<F extends Fields> = NamesWhere<F, { pilot: true }>
/** Names of the columns that a body fills. */
export type StoredName<F extends Fields> = Exclude<WrittenName<F>, NamesWhere<F, { use: 'write' }>>

const namesWhere = <Name extends string>(fields: Fields, matches: (field: Field) => boolean): Name[] =>
  // Object.entries loses the key type.
  Object.entries(fields).flatMap(([name, field]) => (matches(field) ? [name as Name] : []))

export const writtenNames = <F extends Fields>(fields: F) =>
  namesWhere<WrittenName<F>>(fields, ({ use }) => use !== 'read')
export const readNames = <F extends Fields>(fields: F) =>
  namesWhere<ReadName<F>>(fields, ({ use }) => use !== 'write')
export const storedNames = <F extends Fields>(fields: F) =>
  namesWhere<StoredName<F>>(fields, ({ use }) => use === undefined)
export const loadNames = <F extends Fields>(fields: F) =>
  namesWhere<LoadName<F>>(fields, ({ load }) => load !== undefined)

const metaNames = ['id', 'version', 'creado_en', 'actualizado_en'] as const

/** Returns the mask of a record's schema that leaves what pilots may read. Every other field is private. */
export const pilotMask = <F extends Fields>(fields: F) =>
  fromKeys(
    [...metaNames, ...namesWhere<PilotName<F>>(fields, ({ pilot }) => pilot === true)],
    () => true as const,
  )
