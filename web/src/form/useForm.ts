import { useRef, useState } from 'react'
import type { z } from 'zod'
import { createIdempotencyKey } from '../api/createIdempotencyKey.ts'
import { noDraft, openDraft } from '../api/drafts.ts'
import { useSession } from '../api/session.ts'
import type { Conflict, Errors, Fields, Form, StoredRecord, Value, Values } from './FieldSpec.ts'
import { emptyValues, isBlank, isSameValue, presentFields, validate } from './validate.ts'

/** Form in the session storage, restored after the session has ended. */
interface Draft extends StoredRecord {
  /** Values before any typing, to detect another user's changes. */
  base: Values
  seconds: number
  /** Last sent body and its idempotency key: the server may have received it. */
  sent: { body: string; key: string } | undefined
}

interface State extends StoredRecord, Pick<Draft, 'base' | 'sent'> {
  errors: Errors
  /** After the first save attempt each change is validated. */
  tried: boolean
  conflict: Conflict | null
  /** Timestamp in ms; null before the first input. */
  startedAt: number | null
}

const initialState = (stored: StoredRecord, draft: Draft | null): State => ({
  base: { ...stored.values, ...draft?.base },
  values: { ...stored.values, ...draft?.values },
  version: draft ? draft.version : stored.version,
  sent: draft?.sent,
  errors: {},
  tried: false,
  conflict: null,
  startedAt: draft && Date.now() - draft.seconds * 1000,
})

export const secondsSince = (start: number | null) =>
  start === null ? 0 : Math.max(0, Math.round((Date.now() - start) / 1000))

const isChanged = (fields: Fields, { values, base }: State) =>
  Object.keys(fields).some((name) => !isSameValue(fields, name, values, base))

/** Merges another user's save: takes the fields that only they changed, and keeps the fields changed here. */
function mergeStored(
  fields: Fields,
  { base, values: mine }: State,
  { values: theirs, version }: StoredRecord,
) {
  const names = Object.keys(fields)
  const own = names.filter((name) => !isSameValue(fields, name, mine, base))
  const differ = names.filter(
    (name) => !isSameValue(fields, name, base, theirs) && !isSameValue(fields, name, mine, theirs),
  )
  const values = { ...theirs, ...pick(mine, own) }
  return { base: theirs, values, version, conflict: { mine, theirs, names: differ, own } }
}

/** Applies changes. Clears their errors, or validates them again after the first save attempt. */
function applyChanges(before: State, changes: Values, validateValues: (values: Values) => Errors) {
  const values = { ...before.values, ...changes }
  const wrong = before.tried ? validateValues(values) : {}
  const now = Object.fromEntries(Object.keys(changes).map((name) => [name, wrong[name]]))
  const starts = before.startedAt === null && Object.values(changes).some((value) => !isBlank(value))
  return {
    values,
    errors: { ...before.errors, ...now },
    startedAt: starts ? Date.now() : before.startedAt,
  }
}

/** Returns the fields that are marked as required or fail when empty. */
const requiredOf = (fields: Fields, errorsWhenEmpty: Errors): ReadonlySet<string> =>
  new Set(Object.keys(fields).filter((name) => fields[name]?.required || errorsWhenEmpty[name]))

export const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

/** State of a form, readable between renders (`latest`) and stored as a draft on each change. */
function useDraftState(name: string | null, fields: Fields, stored: StoredRecord) {
  const username = useSession()?.user.username ?? ''
  const [opened] = useState(() => (name === null ? noDraft : openDraft<Draft>(username, name)))
  const [storedDraft] = useState(opened.read)
  const draft = useRef(opened)
  const [recovered, setRecovered] = useState(storedDraft !== null)
  const [state, setState] = useState(() => initialState(stored, storedDraft))
  const latest = useRef(state)
  const put = (change: Partial<State>) => {
    latest.current = { ...latest.current, ...change }
    setState(latest.current)
  }
  const draftFields = Object.keys(fields).filter((each) => !fields[each]?.secret)
  const putAndSaveDraft = (change: Partial<State>) => {
    put(change)
    const { values, base, version, startedAt, sent } = latest.current
    const seconds = secondsSince(startedAt)
    if (!isChanged(fields, latest.current)) draft.current.drop()
    else
      draft.current.keep({
        values: pick(values, draftFields),
        base: pick(base, draftFields),
        version,
        seconds,
        sent,
      })
  }
  /** Later changes write no draft: a late response must not restore the text in the next form. */
  const drop = () => {
    draft.current.drop()
    draft.current = noDraft
  }
  const discard = () => {
    draft.current.drop()
    setRecovered(false)
    put({ values: latest.current.base, errors: {}, tried: false, conflict: null, startedAt: null })
  }
  return { state, latest: () => latest.current, put, putAndSaveDraft, drop, discard, recovered }
}

type DraftState = ReturnType<typeof useDraftState>

/** Resolves typed names for which the combobox had no result yet. */
async function resolveTypedNames(fields: Fields, draft: DraftState, set: (changes: Values) => void) {
  const { base, values } = draft.latest()
  const lookups = presentFields(fields, values).map(async ([name, { resolve, empty }]) => {
    const value = values[name] ?? empty
    const touched = !isSameValue(fields, name, base, values)
    const found = await resolve?.(value, touched)
    if (found === undefined || draft.latest().values[name] !== value) return
    if (touched) set({ [name]: found })
    else suggestValue(fields, name, found, draft)
  })
  await Promise.all(lookups)
}

/** Returns the idempotency key of a body (docs/contract/general.md) and stores it before sending, so that a repeat uses it. */
function idempotencyKeyFor(fields: Fields, body: object, { latest, putAndSaveDraft }: DraftState) {
  const text = JSON.stringify(Object.entries(body).filter(([name]) => !fields[name]?.secret))
  const { sent } = latest()
  const known = sent?.body === text ? sent : { body: text, key: createIdempotencyKey() }
  putAndSaveDraft({ sent: known })
  return known.key
}

/** Sets the value of a field that the user has not changed, and clears its error. */
function suggestValue(fields: Fields, name: string, value: Value, { latest, put }: DraftState) {
  const { base, values, errors } = latest()
  if (!isSameValue(fields, name, base, values)) return
  const filled = { [name]: value }
  put({
    base: { ...base, ...filled },
    values: { ...values, ...filled },
    errors: { ...errors, [name]: undefined },
  })
}

interface FormOptions<B> {
  /** Name of the draft; null stores none. */
  name: string | null
  fields: Fields
  schema: z.ZodType<B>
  stored: StoredRecord
  id?: number
}

/** `read` validates and returns the body; undefined after it has shown errors. */
export type OpenForm<B> = Form & { read: () => Promise<B | undefined> }

/** Manages a record's form: values, errors, draft and conflict with another user's save. */
export function useForm<B>({ name, fields, schema, stored, id }: FormOptions<B>): OpenForm<B> {
  const draftState = useDraftState(name, fields, stored)
  const { state, latest, put, putAndSaveDraft, drop, discard, recovered } = draftState
  const validateValues = (values: Values) => validate(fields, schema, values, latest().version)
  const [required] = useState(() => requiredOf(fields, validateValues(emptyValues(fields)).errors))

  const set = (changes: Values) => {
    // The key ignores secret fields. With the old key the server would not store a changed password.
    const isSecret = Object.keys(changes).some((each) => fields[each]?.secret)
    const sent = isSecret ? undefined : latest().sent
    putAndSaveDraft({ ...applyChanges(latest(), changes, (values) => validateValues(values).errors), sent })
  }
  const read = async () => {
    await resolveTypedNames(fields, draftState, set)
    const { body, errors } = validateValues(latest().values)
    put({ errors, tried: true })
    return body
  }
  return {
    ...state,
    fields,
    required,
    isRecovered: recovered,
    deleteDraft: drop,
    discard,
    set,
    read,
    id,
    isNew: stored.version === undefined,
    changed: isChanged(fields, state),
    present: presentFields(fields, state.values).map(([each]) => each),
    valueOf: (each: string) => latest().values[each],
    suggest: (each: string, value: Value) => suggestValue(fields, each, value, draftState),
    keyOf: (body: object) => idempotencyKeyFor(fields, body, draftState),
    mergeStored: (other: StoredRecord) => putAndSaveDraft(mergeStored(fields, latest(), other)),
    showErrors: (errors: Errors) => put({ errors: { ...latest().errors, ...errors } }),
  }
}
