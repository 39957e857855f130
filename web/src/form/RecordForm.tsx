import type { Line } from '@flota/contract/calls.ts'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import { useSave } from '../api/cache/queries.ts'
import type { Envelope } from '../api/call.ts'
import { tell } from '../ui/ResultPopup.tsx'
import type { Fields, FieldsFor, Form, Offers, RecordCalls, Reloaded, SavedRow, Values } from './FieldSpec.ts'
import { FormScreen } from './FormScreen.tsx'
import { RecordLoaded, type RecordWords } from './RecordLoader.tsx'
import { useForm } from './useForm.ts'
import { type RefusalOf, useSaving } from './useFormSave.ts'
import { emptyValues, valuesOf } from './validate.ts'

interface Props<Row, Typed, New, Changed> {
  calls: RecordCalls<Row, Typed, New, Changed>
  /** Null for a new record. */
  id: string | null
  /** In the order in which they are typed. */
  fields: FieldsFor<Typed, Row> & Fields
  words: RecordWords
  nameOf: (row: Row) => string
  refusal: RefusalOf
  onClose: () => Promise<void> | void
  /** A new record's initial values. */
  start?: Values
  /** Keeps the draft of a new record apart from that of others. */
  draft?: string
  /** The field that gets focus, if not the first. */
  startAt?: string
  /** The grid's classes, if not three columns. */
  layout?: string
  /** Hints that depend on what is typed. */
  useOffers?: (form: Form) => Offers
  /** Shown beside the title. */
  beside?: (form: Form) => ReactNode
  /** Shown beside the fields. */
  aside?: (form: Form) => ReactNode
  /** A dialog over another form, which gets the new record once it is saved. */
  over?: (saved: Row) => void
  /** The success message, if not the server's own; `seconds` is the typing time. */
  told?: (answer: Envelope<Row>, seconds: number) => string
  /** A second way on after a new one: one more of the kind, its paper. */
  another?: { label: string; act: (saved: New, row: Row) => void }
  /** What else belongs to a new one, in the same wait; what it throws is told in the place of the success. */
  afterSave?: (row: Row) => Promise<void>
  /** Below the fields; `touched` where something was chosen there. */
  children?: ReactNode
  touched?: boolean
  /** Asks before a change is sent. */
  mayChange?: (body: Changed, form: Form, isHere: () => boolean) => Promise<boolean>
  onChanged?: (row: Row) => void
  /** The sentence about somebody else's save, if not the usual one. */
  toldBy?: (row: Row) => Reloaded['toldBy']
}

/** The form of a new or existing record; an existing one is read anew, so that its `version` is current. */
export function RecordForm<Row extends SavedRow, Typed, New extends object, Changed extends object>(
  props: Props<Row, Typed, New, Changed>,
) {
  const { calls, id, fields, words, onClose, nameOf } = props
  if (id === null) return <NewRecord {...props} />
  return (
    <RecordLoaded<Row>
      key={id}
      line={calls.show.line}
      id={id}
      title={words.edit}
      words={words}
      fields={Object.keys(fields).length}
      onBack={() => void onClose()}
    >
      {(row, reload) => (
        <ChangedRecord {...props} title={`${words.edit} ${nameOf(row)}`} row={row} reload={reload} />
      )}
    </RecordLoaded>
  )
}

/** The body has passed the line's own schema, which TypeScript cannot see for a line chosen at run time. */
function useSaveBy<Request, Row>(line: Line) {
  return useSave(line) as unknown as (request: Request) => Promise<Envelope<Row>>
}

const said = ({ message }: { message: string }) => message

function NewRecord<Row extends SavedRow, Typed, New extends object, Changed extends object>(
  props: Props<Row, Typed, New, Changed>,
) {
  const { calls, fields, start, draft = 'nuevo', told = said, another, over, onClose } = props
  type Request = { body: New; idempotencyKey: string }
  const create = useSaveBy<Request, Row>(calls.create.line)
  const [stored] = useState(() => ({ values: { ...emptyValues(fields), ...start }, version: undefined }))
  const { path, body: schema } = calls.create
  const form = useForm<New>({ name: over ? null : `${path} ${draft}`, fields, schema, stored })
  const saving = useSaving<New, Envelope<Row> & { failure?: string }>({
    form,
    save: async (body) => {
      const answer = await create({ body, idempotencyKey: form.keyOf(body) })
      try {
        await props.afterSave?.(answer.data)
        return answer
      } catch (error) {
        return { ...answer, failure: messageOf(error) }
      }
    },
    refusal: props.refusal,
    andThen: async (answer, { body, seconds, here }) => {
      if (over && here) return over(answer.data)
      const { failure } = answer
      const other = here ? another?.label : undefined
      const more = await (failure === undefined
        ? tell('success', told(answer, seconds), other)
        : tell('error', failure))
      if (!here) return
      if (more && another) another.act(body, answer.data)
      else await onClose()
    },
  })
  return (
    <FormScreen
      {...props}
      title={props.words.create}
      form={form}
      saving={saving}
      dialog={over !== undefined}
    />
  )
}

interface ChangedProps<Row, Typed, New, Changed> extends Props<Row, Typed, New, Changed> {
  title: string
  row: Row
  reload: () => Promise<Row | undefined>
}

function ChangedRecord<Row extends SavedRow, Typed, New extends object, Changed extends object>({
  row,
  reload,
  ...props
}: ChangedProps<Row, Typed, New, Changed>) {
  const { calls, fields, told = said, mayChange, onChanged, onClose } = props
  const { id } = row
  type Request = { params: { id: number }; body: Changed }
  const update = useSaveBy<Request, Row>(calls.update.line)
  const storedOf = (latest: Row) => ({ ...latest, values: valuesOf(fields, latest) })
  const [stored] = useState(() => storedOf(row))
  const form = useForm<Changed>({
    name: `${calls.create.path} ${id}`,
    fields,
    schema: calls.update.body,
    stored,
    id,
  })
  const saving = useSaving<Changed, Envelope<Row>>({
    form,
    save: async (body, isHere) =>
      ((await mayChange?.(body, form, isHere)) ?? true) ? update({ params: { id }, body }) : null,
    reload: async () => {
      const latest = await reload()
      return latest && { ...storedOf(latest), toldBy: props.toldBy?.(latest) }
    },
    refusal: props.refusal,
    andThen: async (answer, { seconds, here }) => {
      if (here) await onClose()
      await tell('edit', told(answer, seconds))
      onChanged?.(answer.data)
    },
  })
  return <FormScreen {...props} form={form} saving={saving} />
}
