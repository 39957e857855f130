import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Choice, Form } from './FieldSpec.ts'
import { normalizeText } from './parseInput.ts'

export interface Option {
  id: number
  text: string
  /** Distinguishes options of the same name. */
  note?: string
  /** Line below. */
  detail?: string | undefined
  /** Whether the server found it by this name or an alias. */
  isNamed?: boolean
}

export interface ComboboxSearch {
  /** Undefined while the first search runs. */
  options: readonly Option[] | undefined
  /** Whether the options belong to the current text. */
  settled: boolean
  failed: string | null
  more: boolean
  retry: () => void
}

export interface ChoiceSource {
  /** Search hook; `text` is null while the list is closed. In a form it may read other fields. */
  useSearch: (text: string | null, form?: Form) => ComboboxSearch
  /** Single search for a text that the hook has not answered yet. */
  find?: (text: string) => Promise<Option[]>
  /** Key by which names are compared, by default without case and accents. */
  keyOf?: ((text: string) => string) | undefined
}

export interface ComboboxProps {
  value: Choice
  onChange: (value: Choice) => void
  useSearch: ChoiceSource['useSearch']
  keyOf?: ChoiceSource['keyOf']
  form?: Form
  /** Any text is a valid value: Enter and the arrows choose an option, blur does not. */
  free?: boolean | undefined
  /** The text itself is the value; an option that begins with it is marked. */
  completes?: boolean
  /** Offered when nothing matches: creates a record of the typed name. */
  make?: { label: (text: string) => string; act: (text: string) => void }
}

/** Whether the option is what the text names. */
export const isOptionNamed = (option: Option, text: string, keyOf = normalizeText): boolean =>
  option.isNamed === true || keyOf(option.text) === keyOf(text)

/** Returns the option of this name, of several the one that is written exactly so, or the only one found. */
export function findMeantOption(
  options: readonly Option[],
  text: string,
  { free = false, keyOf }: Pick<ComboboxProps, 'free' | 'keyOf'>,
): Option | undefined {
  const same = options.filter((option) => isOptionNamed(option, text, keyOf))
  const exact = same.length > 1 ? same.filter((option) => option.text === text.trim()) : same
  if (same.length > 0) return exact.length === 1 ? exact[0] : undefined
  return !free && options.length === 1 ? options[0] : undefined
}

function useOptionList() {
  const [open, setOpen] = useState(false)
  const [pointed, setPointed] = useState<Option | null>(null)
  const start = (nowOpen: boolean) => {
    setPointed(null)
    setOpen(nowOpen)
  }
  return { open, setOpen, pointed, setPointed, start }
}

/** Keeps the option marked by the arrow keys when new results move it; before any arrow key, marks `first`. */
function markOption(
  { open, setOpen, pointed, setPointed }: OptionListState,
  options: readonly Option[],
  first: number,
) {
  const at = options.findIndex(({ id, text }) => id === pointed?.id && text === pointed.text)
  const active = at < 0 ? first : at
  const move = (step: number) => {
    const { length } = options
    setPointed((open && options[(Math.max(active, step < 0 ? 0 : -1) + step + length) % length]) || null)
    setOpen(true)
  }
  return { active, pointed: at >= 0, move }
}

type OptionListState = ReturnType<typeof useOptionList>

function useOnAnswer(hasAnswered: boolean, onAnswer: () => void) {
  const accept = useEffectEvent(onAnswer)
  useEffect(() => {
    if (hasAnswered) accept()
  }, [hasAnswered])
}

/** Remembers what to accept when a late result arrives after blur or Enter. */
function usePendingAccept(typed: string) {
  const [pending, setPending] = useState<{ accepts: 'first' | 'meant'; text: string } | null>(null)
  return {
    // Ignores results for an older text: the save resolves the text itself.
    waiting: pending?.text === typed ? pending.accepts : null,
    wait: (accepts: 'first' | 'meant') => setPending({ accepts, text: typed }),
    forget: () => setPending(null),
  }
}

const differentOptions = ({ options = [] }: ComboboxSearch, text: string) =>
  options.filter((option) => option.text !== text)

/** Whether Enter may choose the first option for an incomplete text. */
const completesTypedText = ([first]: readonly Option[], { options }: ComboboxSearch, typed: string) =>
  typed !== '' && first === options?.[0] && normalizeText(first?.text ?? '').startsWith(normalizeText(typed))

const createOffer = (make: NonNullable<ComboboxProps['make']>, typed: string, close: () => void) => ({
  text: make.label(typed),
  take: () => {
    close()
    make.act(typed)
  },
})

function useComboboxState({ value, onChange, useSearch, form, ...kind }: ComboboxProps) {
  const { free = false, completes = false, make } = kind
  const list = useOptionList()
  const typed = value.id === null ? value.text.trim() : ''
  const { waiting, wait, forget } = usePendingAccept(typed)
  const search = useSearch(list.open || waiting ? typed : null, form)
  const options = completes ? differentOptions(search, value.text) : (search.options ?? [])
  const marks = markOption(list, options, !completes || completesTypedText(options, search, typed) ? 0 : -1)

  const set = (next: Choice, open: boolean) => {
    onChange(next)
    forget()
    list.start(open)
  }
  const accept = ({ id, text }: Option) => set({ id, text }, false)
  useOnAnswer(waiting !== null && (search.settled || search.failed !== null), () => {
    const found = waiting === 'first' ? options[0] : findMeantOption(options, typed, kind)
    if (found) accept(found)
    forget()
  })

  const missing = list.open && search.settled && options.length === 0 && typed !== ''
  const offered = make && missing && createOffer(make, typed, () => list.setOpen(false))
  return {
    ...marks,
    setOpen: list.setOpen,
    open: list.open && (!completes || options.length > 0),
    typed,
    completes,
    marked: search.settled || completes ? options[marks.active] : undefined,
    certain: marks.pointed || (typed !== '' && !free),
    waiting,
    search,
    options,
    offered,
    wait,
    accept,
    set,
  }
}

type ComboboxState = ReturnType<typeof useComboboxState>

function acceptOnEnter({ search, marked, ...box }: ComboboxState) {
  if (search.failed) search.retry()
  else if (box.offered) box.offered.take()
  else if (marked) box.accept(marked)
  else if (search.settled || box.completes) box.setOpen(false)
  else box.wait('first')
}

function handleListKey(key: string, box: ComboboxState): boolean {
  if (key === 'ArrowDown') box.move(1)
  else if (key === 'ArrowUp') box.move(-1)
  else if (key === 'Enter' && (box.open || box.waiting)) acceptOnEnter(box)
  else if (key === 'Escape' && box.open) box.setOpen(false)
  else {
    // Tab and F2 also keep their effect on the form.
    if (['Tab', 'F2'].includes(key) && box.open && box.marked && box.certain) box.accept(box.marked)
    return false
  }
  return true
}

export function useCombobox(props: ComboboxProps) {
  const box = useComboboxState(props)
  return {
    ...box,
    type: (text: string) => box.set({ id: null, text }, true),
    show: () => box.setOpen(true),
    leave: () => {
      if (box.typed && !box.waiting && !box.completes) box.wait('meant')
      box.setOpen(false)
    },
    press: (event: KeyboardEvent) => {
      if (!event.nativeEvent.isComposing && handleListKey(event.key, box)) event.preventDefault()
    },
  }
}
