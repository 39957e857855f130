import type { ContractLine } from '@flota/contract/core/calls.ts'
import { useState } from 'react'
import { useSave } from '../api/cache/queries.ts'
import type { Envelope } from '../api/call.ts'
import { showResult } from '../ui/ResultPopup.tsx'
import type { Fields, FieldsFor, Form, RecordCalls, ReloadedRecord, SavedRow, Values } from './FieldSpec.ts'
import { FormScreen, type FormScreenProps } from './FormScreen.tsx'
import { RecordLoader, type RecordWords } from './RecordLoader.tsx'
import { useForm } from './useForm.ts'
import { type DescribeSaveError, useFormSave, withFailure } from './useFormSave.ts'
import { emptyValues, valuesOf } from './validate.ts'

type ScreenOptions = Pick<
  FormScreenProps,
  | 'onClose'
  | 'initialFocus'
  | 'layout'
  | 'useHints'
  | 'beside'
  | 'aside'
  | 'children'
  | 'touched'
  | 'inline'
  | 'submitLabel'
>

interface Props<Row, Typed, New, Changed> extends ScreenOptions {
  calls: RecordCalls<Row, Typed, New, Changed>
  id: string | null
  /** Query of both saves. */
  saveQuery?: Record<string, string>
  /** In tab order. */
  fields: FieldsFor<Typed, Row> & Fields
  words: RecordWords
  nameOf: (row: Row) => string
  refusal: DescribeSaveError
  start?: Values
  /** Name of a draft that is separate from other new records. */
  draft?: string
  /** Shows a dialog over another form, which receives the new record. */
  onCreated?: (saved: Row) => void
  /** Success message, by default the server's; `seconds` is the typing time. */
  successMessage?: (answer: Envelope<Row>, seconds: number) => string
  /** Second button of the result popup after a new record. */
  nextAction?: { label: string; act: (saved: New, row: Row) => void }
  /** Runs after a new record is saved. Its error replaces the success message. */
  afterSave?: (row: Row) => Promise<void>
  confirmNew?: (body: New, form: Form) => Promise<boolean>
  confirmChange?: (body: Changed, form: Form, isMounted: () => boolean) => Promise<boolean>
  onChanged?: (row: Row) => void
  /** Replaces `onClose` after a new record is saved. */
  onSaved?: () => void
  /** Sentence about another user's save, if not the default one. */
  conflictTitle?: (row: Row) => ReloadedRecord['conflictTitle']
}

/** The form of a new or existing record. Loads an existing record, so that its `version` is current. */
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

/** TypeScript cannot derive the types of an endpoint chosen at run time; the form validates with its schema. */
function useSaveBy<Request, Row>(line: ContractLine) {
  return useSave(line) as unknown as (request: Request) => Promise<Envelope<Row>>
}

const serverMessage = ({ message }: { message: string }) => message

function NewRecordForm<Row extends SavedRow, Typed, New extends object, Changed extends object>(
  props: Props<Row, Typed, New, Changed>,
) {
  const { calls, fields, start, draft = 'nuevo', nextAction, onCreated, onClose } = props
  const { saveQuery: query = {}, successMessage = serverMessage } = props
  type Request = { query: Record<string, string>; body: New; idempotencyKey: string }
  const create = useSaveBy<Request, Row>(calls.create.line)
  const [stored] = useState(() => ({ values: { ...emptyValues(fields), ...start }, version: undefined }))
  const { path, body: schema } = calls.create
  const form = useForm<New>({ name: onCreated ? null : `${path} ${draft}`, fields, schema, stored })
  const saving = useFormSave<New, Envelope<Row> & { failure?: string }>({
    form,
    save: async (body) =>
      ((await props.confirmNew?.(body, form)) ?? true)
        ? withFailure(await create({ query, body, idempotencyKey: form.keyOf(body) }), ({ data }) =>
            props.afterSave?.(data),
          )
        : null,
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
      else await (props.onSaved ?? onClose)()
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
  const { saveQuery: query = {} } = props
  const { id } = row
  type Request = { params: { id: number }; query: Record<string, string>; body: Changed }
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
    save: async (body, isMounted) =>
      ((await confirmChange?.(body, form, isMounted)) ?? true)
        ? update({ params: { id }, query, body })
        : null,
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
