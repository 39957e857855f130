import type { Line } from '@flota/contract/calls.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Choice } from './useCombobox.ts'
import type { Form } from './useForm.ts'

/** What a field holds while the form is open: a text as it is typed, a record that is chosen, or ids. */
export type Value = string | Choice | readonly number[]
export type Values = Readonly<Record<string, Value>>

/** What an input is given: its value, and all that is said of it. */
export interface InputProps<T extends Value> {
  name: string
  label: string
  value: T
  onChange(this: void, value: T): void
  error: string | undefined
  /** What somebody else has written here meanwhile; before whatever else there is to say. */
  hint: ReactNode
  required: boolean
  /** For an input that looks at others, or fills them in. */
  form: Form
}

/**
 * One field of a record's form: how it is called, read from the record (`Stored` is its value there), typed, sent
 * and shown. Its functions are methods, so that fields of every kind stand in one form.
 */
export interface FieldSpec<T extends Value = Value, Stored = unknown, Row = unknown> {
  label: string
  Input(this: void, props: InputProps<T>): ReactNode
  empty: T
  read(this: void, stored: Stored, row: Row): T
  /** What is typed → what is sent; two values are the same where this is. */
  send(this: void, value: T): unknown
  /** How a value is read beside another. */
  shown(this: void, value: T): string
  /** Where it stands in the form's grid. */
  className?: string
  /** Marked so even where the schema takes nothing. */
  required?: boolean
  /** No draft keeps it. */
  secret?: boolean
  /** Sent in its place while nobody is chosen: the name that was typed, under this name. */
  sentByName?: string
  /** Whether there is such a field, by the values of the others. */
  when?(this: void, values: Values): boolean
  /** What the schema cannot tell from what is sent. */
  wrong?(this: void, value: T): string | undefined
  /** What a typed text means, asked once more before it is sent. */
  settle?(this: void, value: T): Promise<T | undefined>
}
export type Fields = Readonly<Record<string, FieldSpec>>

/** What every record has. */
export interface AnyRow {
  id: number
  version: number
}

/** The calls of one kind of record, by what they give and take: the endpoints of its contract. */
export interface RecordCalls<Row, Typed, New, Changed> {
  show: { line: Line; data: z.ZodType<Row> }
  create: { line: Line; path: string; body: z.ZodType<New, Typed>; message: string }
  update: { line: Line; body: z.ZodType<Changed> }
}

/**
 * A field for each that the contract's body has, so that none is forgotten. `cliente` beside `cliente_id` is the same
 * one, by its name.
 */
export type FieldsFor<Typed, Row> = {
  [K in keyof Typed as `${K & string}_id` extends keyof Typed ? never : K]-?: FieldSpec<
    Value,
    K extends keyof Row ? Row[K] : undefined,
    Row
  >
}
export type FieldsOf<C> =
  C extends RecordCalls<infer Row, infer Typed, unknown, unknown> ? FieldsFor<Typed, Row> : never
