import type { Line } from '@flota/contract/calls.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Choice } from './useCombobox.ts'
import type { Form } from './useForm.ts'

/** What a field holds while the form is open: typed text, a chosen record, or ids. */
export type Value = string | Choice | readonly number[]
export type Values = Readonly<Record<string, Value>>

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

/** A field of a form; `Stored` is its value in the record. Methods, so that fields of every kind fit one form. */
export interface FieldSpec<T extends Value = Value, Stored = unknown, Row = unknown> {
  label: string
  Input(this: void, props: InputProps<T>): ReactNode
  empty: T
  read(this: void, stored: Stored, row: Row): T
  /** Typed value → value sent; two typed values are equal where these are. */
  send(this: void, value: T): unknown
  /** The value as text, beside another version of it. */
  shown(this: void, value: T): string
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
  when?(this: void, values: Values): boolean
  /** An error that the schema cannot find in what is sent. */
  wrong?(this: void, value: T): string | undefined
  /** Resolves a typed text to a record just before it is sent. */
  settle?(this: void, value: T): Promise<T | undefined>
}
export type Fields = Readonly<Record<string, FieldSpec>>

export interface AnyRow {
  id: number
  version: number
}

/** The endpoints of one kind of record. */
export interface RecordCalls<Row, Typed, New, Changed> {
  show: { line: Line; data: z.ZodType<Row> }
  create: { line: Line; path: string; body: z.ZodType<New, Typed> }
  update: { line: Line; body: z.ZodType<Changed> }
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
