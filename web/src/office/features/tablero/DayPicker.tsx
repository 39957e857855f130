import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { CalendarDays } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { MonthCalendar } from '../../../form/MonthCalendar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useDocumentEvent } from '../../../ui/useDocumentEvent.ts'
import { useEscape } from '../../../ui/useEscape.ts'
import { usePopoverPosition } from '../../../ui/usePopoverPosition.ts'

interface Props {
  /** Undefined until the company's day is known. */
  dia: string | undefined
  onChange: (dia: string) => void
  /** Words for the period; by default for the day. */
  words?: (dia: string) => string
}

export function DayPicker({ dia, onChange, words = fechaInWords }: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  usePopoverPosition(open, place, popup)
  useLayoutEffect(() => {
    if (open) popup.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [open])
  const close = () => {
    place.current?.querySelector('button')?.focus()
    setOpen(false)
  }
  return (
    <div ref={place} className="min-w-0 max-md:grow">
      <Button
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={!dia}
        onClick={() => setOpen(!open)}
        className="px-2! md:px-3! max-md:w-full max-md:whitespace-normal!"
      >
        <CalendarDays aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
        <span data-filter className="inline-block first-letter:uppercase">
          {dia ? words(dia) : '…'}
        </span>
      </Button>
      {open && dia && (
        <div
          ref={popup}
          role="dialog"
          aria-label="Elegir el día"
          tabIndex={-1}
          popover="manual"
          className="fixed inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] overflow-auto rounded-ui border border-line bg-card p-3 text-ink shadow-soft outline-none"
        >
          <MonthPopup
            dia={dia}
            place={place}
            onClose={close}
            onLeave={() => setOpen(false)}
            onChange={(day) => {
              close()
              onChange(day)
            }}
          />
        </div>
      )}
    </div>
  )
}

interface MonthPopupProps extends Props {
  dia: string
  place: RefObject<HTMLElement | null>
  onClose: () => void
  onLeave: () => void
}

function MonthPopup({ dia, place, onChange, onClose, onLeave }: MonthPopupProps) {
  useEscape(onClose)
  const leave = ({ target }: Event) => {
    if (!place.current?.contains(target as Node)) onLeave()
  }
  useDocumentEvent('focusin', leave)
  useDocumentEvent('pointerdown', leave)
  return <MonthCalendar single chosen={[dia]} onChange={([day = dia]) => onChange(day)} />
}
