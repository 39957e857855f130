import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { inputClass } from '../ui/Field.tsx'
import { useDelayedCall } from '../ui/useDelayedCall.ts'
import { focusRow } from './rowFocus.ts'

interface Props {
  label: string
  wide?: boolean | undefined
  value: string
  onSearch: (text: string) => void
}

const debounceMs = 250

/** Searches after a pause in typing, and at once on Enter. */
export function SearchField({ label, wide = false, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  useEffect(() => {
    // Back, forward or a link has changed the address: update the field.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  const { callNow: search, callLater: searchLater } = useDelayedCall((next: string) => {
    sent.current = next.trim()
    onSearch(next.trim())
  }, debounceMs)
  const type = (next: string) => {
    setText(next)
    searchLater(next)
  }
  const clear = () => {
    setText('')
    search('')
    // The button disappears with the text.
    input.current?.focus()
  }
  return (
    <search className={cx('relative block min-w-0 flex-1 basis-36', wide && 'md:basis-[calc(100%-16rem)]')}>
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text)
          if (event.key === 'ArrowDown' && focusRow(0)) event.preventDefault()
          if (event.key === 'Escape' && text) {
            event.preventDefault()
            clear()
          }
        }}
        className={cx(
          inputClass,
          'pl-10 text-ellipsis [&::-webkit-search-cancel-button]:hidden',
          text && 'pr-11',
        )}
      />
      {text && (
        <IconButton
          label="Borrar la búsqueda"
          onClick={clear}
          className="absolute inset-y-0 right-0 text-muted"
        >
          <X />
        </IconButton>
      )}
    </search>
  )
}
