import type { ContractLine } from '@flota/contract/calls.ts'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import { useSave } from '../api/cache/queries.ts'
import type { Envelope } from '../api/call.ts'
import { showResult } from '../ui/ResultPopup.tsx'
import type {
  FieldHints,
  Fields,
  FieldsFor,
  Form,
  RecordCalls,
  ReloadedRecord,
  SavedRow,
  Values,
} from './FieldSpec.ts'
import { FormScreen } from './FormScreen.tsx'
import { RecordLoader, type RecordWords } from './RecordLoader.tsx'
import { useForm } from './useForm.ts'
import { type DescribeSaveError, useFormSave } from './useFormSave.ts'
import { emptyValues, valuesOf } from './validate.ts'

interface Props<Row, Typed, New, Changed> {
  calls: RecordCalls<Row, Typed, New, Changed>
  /** Null for a new record. */
  id: string | null
  /** In the order in which they are typed. */
  fields: FieldsFor<Typed, Row> & Fields
  words: RecordWords
  nameOf: (row: Row) => string
  refusal: DescribeSaveError
  onClose: () => Promise<void> | void
  /** A new record's initial values. */
  start?: Values
  /** Keeps the draft of a new record apart from that of others. */
  draft?: string
  /** The field that gets focus, if not the first. */
  initialFocus?: string
  /** The grid's classes, if not three columns. */
  layout?: string
  /** Hints that depend on what is typed. */
  useHints?: (form: Form) => FieldHints
  /** Shown beside the title. */
  beside?: (form: Form) => ReactNode
  /** Shown beside the fields. */
  aside?: (form: Form) => ReactNode
  /** A dialog over another form, which gets the new record once it is saved. */
  onCreated?: (saved: Row) => void
  /** The success message, if not the server's own; `seconds` is the typing time. */
  successMessage?: (answer: Envelope<Row>, seconds: number) => string
  /** A second way on after a new one: one more of the kind, its paper. */
  nextAction?: { label: string; act: (saved: New, row: Row) => void }
  /** What else belongs to a new one, in the same wait; what it throws is told in the place of the success. */
  afterSave?: (row: Row) => Promise<void>
  /** Below the fields; `touched` where something was chosen there. */
  children?: ReactNode
  touched?: boolean
  /** Asks before a change is sent. */
  confirmChange?: (body: Changed, form: Form, isHere: () => boolean) => Promise<boolean>
  onChanged?: (row: Row) => void
  /** The sentence about somebody else's save, if not the usual one. */
  conflictTitle?: (row: Row) => ReloadedRecord['conflictTitle']
}

/** The form of a new or existing record; an existing one is read anew, so that its `version` is current. */
export function RecordForm<Row extends SavedRow, Typed, New extends object, Changed extends object>(
  props: Props<Row, Typed, New, Changed>,
) {
  const { calls, id, fields, words, onClose, nameOf } = props
  if (id === null) return <NewRecordForm {...props} />
  return (
    <RecordLoader<Row>
      key={id}
      line={calls.show.line}
      id={id}
      title={words.edit}
      words={words}
      fields={Object.keys(fields).length}
      onBack={() => void onClose()}
    >
      {(row, reload) => (
        <EditRecordForm {...props} title={`${words.edit} ${nameOf(row)}`} row={row} reload={reload} />
      )}
    </RecordLoader>
  )
}

/** The body has passed the line's own schema, which TypeScript cannot see for a line chosen at run time. */
function useSaveBy<Request, Row>(line: ContractLine) {
  return useSave(line) as unknown as (request: Request) => Promise<Envelope<Row>>
}

const serverMessage = ({ message }: { message: string }) => message

function NewRecordForm<Row extends SavedRow, Typed, New extends object, Changed extends object>(
  props: Props<Row, Typed, New, Changed>,
) {
  const {
    calls,
    fields,
    start,
    draft = 'nuevo',
    successMessage = serverMessage,
    nextAction,
    onCreated,
    onClose,
  } = props
  type Request = { body: New; idempotencyKey: string }
  const create = useSaveBy<Request, Row>(calls.create.line)
  const [stored] = useState(() => ({ values: { ...emptyValues(fields), ...start }, version: undefined }))
  const { path, body: schema } = calls.create
  const form = useForm<New>({ name: onCreated ? null : `${path} ${draft}`, fields, schema, stored })
  const saving = useFormSave<New, Envelope<Row> & { failure?: string }>({
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
    andThen: async (answer, { body, seconds, isMounted }) => {
      if (onCreated && isMounted) return onCreated(answer.data)
      const { failure } = answer
      const other = isMounted ? nextAction?.label : undefined
      const more = await (failure === undefined
        ? showResult('success', successMessage(answer, seconds), other)
        : showResult('error', failure))
      if (!isMounted) return
      if (more && nextAction) nextAction.act(body, answer.data)
      else await onClose()
    },
  })
  return (
    <FormScreen
      {...props}
      title={props.words.create}
      form={form}
      saving={saving}
      dialog={onCreated !== undefined}
    />
  )
}

interface EditRecordProps<Row, Typed, New, Changed> extends Props<Row, Typed, New, Changed> {
  title: string
  row: Row
  reload: () => Promise<Row | undefined>
}

function EditRecordForm<Row extends SavedRow, Typed, New extends object, Changed extends object>({
  row,
  reload,
  ...props
}: EditRecordProps<Row, Typed, New, Changed>) {
  const { calls, fields, successMessage = serverMessage, confirmChange, onChanged, onClose } = props
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
  const saving = useFormSave<Changed, Envelope<Row>>({
    form,
    save: async (body, isHere) =>
      ((await confirmChange?.(body, form, isHere)) ?? true) ? update({ params: { id }, body }) : null,
    reload: async () => {
      const latest = await reload()
      return latest && { ...storedOf(latest), conflictTitle: props.conflictTitle?.(latest) }
    },
    refusal: props.refusal,
    andThen: async (answer, { seconds, isMounted }) => {
      if (isMounted) await onClose()
      await showResult('edit', successMessage(answer, seconds))
      onChanged?.(answer.data)
    },
  })
  return <FormScreen {...props} form={form} saving={saving} />
}
