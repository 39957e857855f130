import { useRef, useState } from 'react'
import type { z } from 'zod'
import { createIdempotencyKey } from '../api/createIdempotencyKey.ts'
import { noDraft, openDraft } from '../api/drafts.ts'
import { useSession } from '../api/session.ts'
import type { Conflict, Errors, Fields, Form, StoredRecord, Value, Values } from './FieldSpec.ts'
import { emptyValues, isSameValue, presentFields, validate } from './validate.ts'

/** A form as this tab keeps it, so that the end of a session loses nothing. */
interface Draft extends StoredRecord {
  /** The values before any typing, to find somebody else's changes. */
  base: Values
  /** Typing time so far. */
  seconds: number
  /** The body last sent and its key, because it may have arrived. */
  sent: { body: string; key: string } | undefined
}

interface State extends StoredRecord, Pick<Draft, 'base' | 'sent'> {
  errors: Errors
  /** After the first try to save, each change is checked. */
  tried: boolean
  conflict: Conflict | null
  /** In ms; null before the first input. */
  startedAt: number | null
}

const initialState = (stored: StoredRecord, kept: Draft | null): State => ({
  base: { ...stored.values, ...kept?.base },
  values: { ...stored.values, ...kept?.values },
  version: kept ? kept.version : stored.version,
  sent: kept?.sent,
  errors: {},
  tried: false,
  conflict: null,
  startedAt: kept && Date.now() - kept.seconds * 1000,
})

export const secondsSince = (start: number | null) =>
  start === null ? 0 : Math.max(0, Math.round((Date.now() - start) / 1000))

const hasContent = (value: Value | undefined) =>
  typeof value === 'object' && 'text' in value ? value.text !== '' : value !== '' && value !== undefined

const isChanged = (fields: Fields, { values, base }: State) =>
  Object.keys(fields).some((name) => !isSameValue(fields, name, values, base))

/** Merges somebody else's save: fields that only they changed are taken over, fields changed here too stay as typed. */
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

/** Applies changes; their errors go, or are checked again after a first try. */
function applyChanges(before: State, changes: Values, validateValues: (values: Values) => Errors) {
  const values = { ...before.values, ...changes }
  const wrong = before.tried ? validateValues(values) : {}
  const now = Object.fromEntries(Object.keys(changes).map((name) => [name, wrong[name]]))
  const starts = before.startedAt === null && Object.values(changes).some(hasContent)
  return {
    values,
    errors: { ...before.errors, ...now },
    startedAt: starts ? Date.now() : before.startedAt,
  }
}

/** Required are the fields that fail when empty, and those that say so. */
const requiredOf = (fields: Fields, ofNothing: Errors): ReadonlySet<string> =>
  new Set(Object.keys(fields).filter((name) => fields[name]?.required || ofNothing[name]))

export const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

/** The form's state with its latest value at hand between renders; each change goes to the draft. */
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
  const open = Object.keys(fields).filter((each) => !fields[each]?.secret)
  const putAndSaveDraft = (change: Partial<State>) => {
    put(change)
    const { values, base, version, startedAt, sent } = latest.current
    const seconds = secondsSince(startedAt)
    if (!isChanged(fields, latest.current)) draft.current.drop()
    else draft.current.keep({ values: pick(values, open), base: pick(base, open), version, seconds, sent })
  }
  /** For good: an answer that comes after a save must not bring what was typed into the next form. */
  const drop = () => {
    draft.current.drop()
    draft.current = noDraft
  }
  const discard = () => {
    draft.current.drop()
    setRecovered(false)
    put({ values: latest.current.base, errors: {}, tried: false, conflict: null, startedAt: null })
  }
  return { state, latest: () => latest.current, put, putKept: putAndSaveDraft, drop, discard, recovered }
}

type DraftState = ReturnType<typeof useDraftState>

/** Resolves typed names that the searches had no time to match, so that a fast typist is not refused. */
async function resolveTypedNames(fields: Fields, kept: DraftState, set: (changes: Values) => void) {
  const { base, values } = kept.latest()
  const asked = presentFields(fields, values).map(async ([name, { resolve: ask, empty }]) => {
    const value = values[name] ?? empty
    const touched = !isSameValue(fields, name, base, values)
    const found = await ask?.(value, touched)
    if (found === undefined || kept.latest().values[name] !== value) return
    if (touched) set({ [name]: found })
    else suggestValue(fields, name, found, kept)
  })
  await Promise.all(asked)
}

/** The idempotency key of this body (docs/contract/general.md), kept before sending so that a repeat is not stored twice. */
function idempotencyKeyFor(fields: Fields, body: object, { latest, putKept }: DraftState) {
  const text = JSON.stringify(Object.entries(body).filter(([name]) => !fields[name]?.secret))
  const { sent } = latest()
  const known = sent?.body === text ? sent : { body: text, key: createIdempotencyKey() }
  putKept({ sent: known })
  return known.key
}

/** Fills a field that the user has not touched, and clears its error. */
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
  /** The draft's name; null keeps none. */
  name: string | null
  fields: Fields
  schema: z.ZodType<B>
  stored: StoredRecord
  /** The record's; undefined for a new one. */
  id?: number
}

/** `read` gives the body to send; undefined after showing its errors. */
export type OpenForm<B> = Form & { read: () => Promise<B | undefined> }

/** A record's form: values, errors, draft and the conflict with somebody else's save. */
export function useForm<B>({ name, fields, schema, stored, id }: FormOptions<B>): OpenForm<B> {
  const draftState = useDraftState(name, fields, stored)
  const { state, latest, put, putKept, drop, discard, recovered } = draftState
  const validateValues = (values: Values) => validate(fields, schema, values, latest().version)
  const [required] = useState(() => requiredOf(fields, validateValues(emptyValues(fields)).errors))

  const set = (changes: Values) => {
    // The key leaves secrets out: with the old key, a changed password would be answered as if it had been stored.
    const isSecret = Object.keys(changes).some((each) => fields[each]?.secret)
    const sent = isSecret ? undefined : latest().sent
    putKept({ ...applyChanges(latest(), changes, (values) => validateValues(values).errors), sent })
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
    mergeStored: (other: StoredRecord) => putKept(mergeStored(fields, latest(), other)),
    showErrors: (errors: Errors) => put({ errors: { ...latest().errors, ...errors } }),
  }
}
