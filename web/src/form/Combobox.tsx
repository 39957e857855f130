import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { Field, inputClass } from '../ui/Field.tsx'
import { usePopoverPosition } from '../ui/usePopoverPosition.ts'
import { type ComboboxProps, type ComboboxSearch, type Option, useCombobox } from './useCombobox.ts'

interface Props extends ComboboxProps {
  label: string
  name: string
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
  placeholder?: string | undefined
  noMatchText?: string | undefined
}

/** Searches records while the user types. Enter and Tab accept the marked option, even one still loading; Esc keeps the text. */
export function Combobox({ label, error, hint, required, ...props }: Props) {
  const { name, value, placeholder, noMatchText = 'Nada coincide con lo escrito.' } = props
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const box = useCombobox(props)
  usePopoverPosition(box.open, anchor, popup, { asField: true })
  const optionId = (index: number) => `${id}-${index}`
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <div ref={anchor} className="relative">
          <input
            {...control}
            name={name}
            role="combobox"
            aria-expanded={box.open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={box.open && (box.marked || box.offered) ? optionId(box.active) : undefined}
            value={value.text}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => box.type(event.target.value)}
            onKeyDown={(event: KeyboardEvent) => box.press(event)}
            onClick={box.show}
            onFocus={(event) => event.target.select()}
            onBlur={box.leave}
            className={cx(inputClass, !box.completes && 'pr-9 text-ellipsis')}
          />
          {!box.completes && (
            <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4.5 text-muted" />
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps focus in the input */}
          <div
            ref={popup}
            popover="manual"
            // Browsers make a scrolling list a tab stop; Tab must go to the next field.
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            className={cx(
              'fixed inset-auto m-0 overflow-y-auto rounded-ui border border-line bg-card p-1 text-ink shadow-soft',
              box.options.some(({ detail }) => detail) ? 'md:min-w-130' : 'md:min-w-100',
            )}
          >
            <div id={`${id}-list`} role="listbox" aria-label="Opciones">
              {box.open &&
                box.options.map((option, index) => (
                  <ComboboxOption
                    key={option.id}
                    id={optionId(index)}
                    option={option}
                    active={option.id === box.marked?.id}
                    chosen={option.id === value.id}
                    onPick={() => box.accept(option)}
                  />
                ))}
              {box.offered && (
                <ComboboxOption
                  id={optionId(0)}
                  option={box.offered}
                  active
                  chosen={false}
                  onPick={box.offered.take}
                />
              )}
            </div>
            {box.open && (
              <SearchStatus
                search={box.search}
                none={value.text ? noMatchText : 'Todavía no hay registros.'}
              />
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

interface ComboboxOptionProps {
  id: string
  option: Pick<Option, 'text' | 'note' | 'detail'>
  active: boolean
  chosen: boolean
  onPick: () => void
}

function ComboboxOption({ id, option, active, chosen, onPick }: ComboboxOptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- focus and keys stay in the input
    <div
      ref={(item) => {
        if (active) item?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onClick={onPick}
      className={cx(
        'flex min-h-10 cursor-pointer flex-col justify-center rounded-[6px] px-3 max-md:min-h-11',
        option.detail ? 'py-1 leading-5' : 'py-1.5',
        active ? 'bg-sunken' : 'hover:bg-sunken/60',
        chosen && 'font-semibold',
      )}
    >
      <span
        className={cx(
          'flex items-center justify-between gap-x-4',
          option.detail && 'max-md:flex-col max-md:items-start',
        )}
      >
        <span className="min-w-0 wrap-anywhere">{option.text}</span>
        {option.note && (
          <span
            className={cx(
              'max-w-3/5 shrink-0 text-right text-sm font-normal text-muted',
              option.detail && 'max-md:max-w-full max-md:text-left',
            )}
          >
            {option.note}
          </span>
        )}
      </span>
      {option.detail && (
        <span className="text-sm leading-5 font-normal wrap-anywhere text-muted">{option.detail}</span>
      )}
    </div>
  )
}

function SearchStatus({ search, none }: { search: ComboboxSearch; none: string }) {
  const { options, settled, failed, more, retry } = search
  const message =
    failed ??
    (!settled && !options ? 'Buscando…' : null) ??
    (options?.length === 0 ? none : null) ??
    (more ? 'Hay más: sigue escribiendo para encontrarlo.' : null)
  return (
    <output className={cx('block text-sm', message && 'px-3 py-2', failed ? 'text-danger' : 'text-muted')}>
      {message}
      {!message && options && <span className="sr-only">{options.length} en la lista</span>}
      {failed && (
        <button type="button" tabIndex={-1} onClick={retry} className="ml-2 font-semibold underline">
          Reintentar (Enter)
        </button>
      )}
    </output>
  )
}
