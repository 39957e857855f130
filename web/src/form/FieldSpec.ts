import type { ContractLine } from '@flota/contract/core/calls.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'

/** A chosen record and its name; `id` is null while the typed text matches none. */
export interface Choice {
  id: number | null
  text: string
}

/** A line of a field that holds several, as typed. */
export type Line = Readonly<Record<string, string>>

/** Value of a field in an open form: typed text, a chosen record, ids, days or lines. */
export type Value = string | Choice | readonly number[] | readonly string[] | readonly Line[]
export type Values = Readonly<Record<string, Value>>

export type Errors = Readonly<Record<string, string | undefined>>

export interface StoredRecord {
  values: Values
  version: number | undefined
}

/** The current record after another user has saved it. */
export interface ReloadedRecord extends StoredRecord {
  /** Null if unknown. */
  actualizado_en: string | null
  /** Returns the sentence that names the other user; `when` is ' a las 20:49,' or empty. */
  conflictTitle?: ((when: string) => string) | undefined
}

export interface Conflict {
  /** The values in this form, and those that another user saved. */
  mine: Values
  theirs: Values
  names: readonly string[]
  /** Fields of `names` that were changed in this form too. */
  own: readonly string[]
}

/** State and actions of an open form (`useForm`). */
export interface Form extends StoredRecord {
  fields: Fields
  base: Values
  errors: Errors
  conflict: Conflict | null
  /** Timestamp in ms; null before the first input. */
  startedAt: number | null
  required: ReadonlySet<string>
  /** Names of the fields that are present (`FieldSpec.isPresent`). */
  present: readonly string[]
  /** The form was restored from a draft. */
  isRecovered: boolean
  changed: boolean
  isNew: boolean
  id: number | undefined
  set: (changes: Values) => void
  /** Sets the value of a field that the user has not changed. */
  suggest: (name: string, value: Value) => void
  /** Returns the current value, also between two renders. */
  valueOf: (name: string) => Value | undefined
  showErrors: (errors: Errors) => void
  /** Returns the idempotency key of a body (docs/contract/general.md). */
  keyOf: (body: object) => string
  mergeStored: (other: StoredRecord) => void
  /** Deletes the draft; later changes write none. */
  deleteDraft: () => void
  discard: () => void
}

export interface InputProps<T extends Value> {
  name: string
  label: string
  value: T
  onChange(this: void, value: T): void
  error: string | undefined
  hint: ReactNode
  required: boolean
  /** For an input that reads or sets other fields. */
  form: Form
}

export interface FieldHints {
  hints?: Readonly<Record<string, ReactNode>>
  /** Shown below the field's row in full width. */
  below?: Readonly<Record<string, ReactNode>>
}

/** A field of a form; `Stored` is its type in the record. Methods are bivariant, so that all kinds of field fit `Fields`. */
export interface FieldSpec<T extends Value = Value, Stored = unknown, Row = unknown> {
  label: string
  Input(this: void, props: InputProps<T>): ReactNode
  empty: T
  read(this: void, stored: Stored, row: Row): T
  /** Converts the value for the body. Values with equal results count as equal. */
  send(this: void, value: T): unknown
  /** Returns the value as text for ConflictPanel. */
  format(this: void, value: T): string
  className?: string
  heading?: { title: string; note: string }
  /** Marks the field as required although the schema accepts an empty value. */
  required?: boolean
  /** Excluded from drafts. */
  secret?: boolean
  /** Body key of the typed text, which is sent instead of the id while no record is chosen. */
  sentByName?: string
  /** Whether the form shows the field, given the other values. */
  isPresent?(this: void, values: Values): boolean
  /** Returns an error that the schema cannot detect. */
  validate?(this: void, value: T): string | undefined
  /** Resolves a typed text to a record before sending. `touched`: the user has changed the field. */
  resolve?(this: void, value: T, touched: boolean): Promise<T | undefined>
}
export type Fields = Readonly<Record<string, FieldSpec>>

export interface SavedRow {
  id: number
  version: number
  actualizado_en: string
}

export interface RecordCalls<Row, Typed, New, Changed> {
  show: { line: ContractLine; data: z.ZodType<Row> }
  create: { line: ContractLine; path: string; body: z.ZodType<New, Typed> }
  update: { line: ContractLine; body: z.ZodType<Changed> }
}

/** Requires one field per key of the contract's body; `cliente_id` covers `cliente`. */
export type FieldsFor<Typed, Row> = {
  [K in keyof Typed as `${K & string}_id` extends keyof Typed ? never : K]-?: FieldSpec<
    Value,
    K extends keyof Row ? Row[K] : undefined,
    Row
  >
}
export type FieldsOf<C> =
  C extends RecordCalls<infer Row, infer Typed, unknown, unknown> ? FieldsFor<Typed, Row> : never
