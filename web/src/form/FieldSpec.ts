import type { ContractLine } from '@flota/contract/calls.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'

/** A record and its name; `id` is null while the text matches nobody. */
export interface Choice {
  id: number | null
  text: string
}

/** What a field holds while the form is open: typed text, a chosen record, ids or days. */
export type Value = string | Choice | readonly number[] | readonly string[]
export type Values = Readonly<Record<string, Value>>

export type Errors = Readonly<Record<string, string | undefined>>

export interface StoredRecord {
  values: Values
  /** Undefined for a new record. */
  version: number | undefined
}

/** A record as somebody else has saved it. */
export interface ReloadedRecord extends StoredRecord {
  /** Null where it is not said. */
  actualizado_en: string | null
  /** The sentence about who saved it, if known; `when` is ' a las 20:49,' or empty. */
  conflictTitle?: ((when: string) => string) | undefined
}

export interface Conflict {
  /** The values here, and those saved by somebody else. */
  mine: Values
  theirs: Values
  /** The fields in which they differ. */
  names: readonly string[]
  /** Those of `names` that were changed here too. */
  own: readonly string[]
}

/** A record's form while it is open (`useForm`). */
export interface Form extends StoredRecord {
  fields: Fields
  /** The values before any typing. */
  base: Values
  errors: Errors
  conflict: Conflict | null
  /** In ms; null before the first input. */
  startedAt: number | null
  required: ReadonlySet<string>
  /** The names of the fields that are there, given the others' values. */
  present: readonly string[]
  /** It began as a draft. */
  isRecovered: boolean
  changed: boolean
  isNew: boolean
  /** The record's; undefined for a new one. */
  id: number | undefined
  set: (changes: Values) => void
  /** Fills a field that the user has not touched. */
  suggest: (name: string, value: Value) => void
  /** The current value, also between two renders. */
  valueOf: (name: string) => Value | undefined
  /** Shows errors at their fields. */
  showErrors: (errors: Errors) => void
  /** The idempotency key of this body (docs/contract/general.md). */
  keyOf: (body: object) => string
  /** Takes over what somebody else has saved. */
  mergeStored: (other: StoredRecord) => void
  /** Ends the draft for good. */
  deleteDraft: () => void
  /** Back to the values before any typing. */
  discard: () => void
}

export interface InputProps<T extends Value> {
  name: string
  label: string
  value: T
  onChange(this: void, value: T): void
  error: string | undefined
  /** The value somebody else has saved meanwhile; shown before any other hint. */
  hint: ReactNode
  required: boolean
  /** For an input that reads or fills in other fields. */
  form: Form
}

/** Hints that a form gives by itself, by field. */
export interface FieldHints {
  hints?: Readonly<Record<string, ReactNode>>
  /** Below the field's row, over the full width. */
  below?: Readonly<Record<string, ReactNode>>
}

/** A field of a form; `Stored` is its value in the record. Methods, so that fields of every kind fit one form. */
export interface FieldSpec<T extends Value = Value, Stored = unknown, Row = unknown> {
  label: string
  Input(this: void, props: InputProps<T>): ReactNode
  empty: T
  read(this: void, stored: Stored, row: Row): T
  /** Typed value → value sent; two typed values are equal where these are. */
  send(this: void, value: T): unknown
  /** The value as text, for comparing it with somebody else's. */
  format(this: void, value: T): string
  className?: string
  /** The field begins a part of the form. */
  heading?: { title: string; note: string }
  /** Marked as required even where the schema takes an empty value. */
  required?: boolean
  /** Left out of drafts. */
  secret?: boolean
  /** The body's name for the typed text, sent in place of the id while nobody is chosen. */
  sentByName?: string
  /** Whether the field is there, given the others' values. */
  isPresent?(this: void, values: Values): boolean
  /** An error that the schema cannot see in the sent value. */
  validate?(this: void, value: T): string | undefined
  /** Resolves a typed text to a record just before it is sent; `touched` where the user has changed the field. */
  resolve?(this: void, value: T, touched: boolean): Promise<T | undefined>
}
export type Fields = Readonly<Record<string, FieldSpec>>

export interface SavedRow {
  id: number
  version: number
  actualizado_en: string
}

/** The endpoints of one kind of record. */
export interface RecordCalls<Row, Typed, New, Changed> {
  show: { line: ContractLine; data: z.ZodType<Row> }
  create: { line: ContractLine; path: string; body: z.ZodType<New, Typed> }
  update: { line: ContractLine; body: z.ZodType<Changed> }
}

/** One field per key of the contract's body, so that none is forgotten; `cliente` is covered by `cliente_id`. */
export type FieldsFor<Typed, Row> = {
  [K in keyof Typed as `${K & string}_id` extends keyof Typed ? never : K]-?: FieldSpec<
    Value,
    K extends keyof Row ? Row[K] : undefined,
    Row
  >
}
export type FieldsOf<C> =
  C extends RecordCalls<infer Row, infer Typed, unknown, unknown> ? FieldsFor<Typed, Row> : never
